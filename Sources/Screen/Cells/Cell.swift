/// One cell of a grid, in sixteen bytes so that two rows are compared quickly.
struct Cell: Hashable, Sendable {
  /// A code point, or with the upper bit set the place of a cluster in the grid's list.
  var glyph: UInt32
  var style: CellStyle
  /// The columns of the cluster that begins here; zero in the columns it covers after that.
  var span: UInt8
  /// As in `ClusterWidth`.
  var doubt: UInt8

  static let clusterBit: UInt32 = 0x8000_0000
  static let blank = Cell(glyph: 0x20, style: .plain, span: 1, doubt: 0)

  static func blank(_ style: CellStyle) -> Cell {
    Cell(glyph: 0x20, style: style, span: 1, doubt: 0)
  }

  static func continuation(_ style: CellStyle) -> Cell {
    Cell(glyph: 0, style: style, span: 0, doubt: 0)
  }

  var isContinuation: Bool { span == 0 }
  var isCluster: Bool { glyph & Cell.clusterBit != 0 }
}
