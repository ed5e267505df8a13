/// The byte that begins a coded value.
///
/// A value can be passed over without knowing its type, so a reader finds fields by name, in any
/// order:
///
///     null, false, true    tag
///     integer, unsigned    tag, varint (integer: zigzag)
///     double               tag, 8 bytes
///     string               tag, varint length, UTF-8
///     list                 tag, 4-byte length, value*
///     fields               tag, 4-byte length, (varint name, value)*
///
/// A name is a number in the message's table of names, which comes last:
///
///     message    4-byte length of the value, value, varint count, (varint length, UTF-8)*
///
/// Numbers of fixed size are little-endian.
enum BinaryTag: UInt8 {
  case null
  case no
  case yes
  case integer
  case unsigned
  case double
  case string
  case list
  case fields
}

/// The size of the length of a list, of fields, and of a message's value.
let lengthSize = 4

/// Turns a signed number into one that is small if it is near zero.
func zigzag(_ value: Int64) -> UInt64 {
  UInt64(bitPattern: (value << 1) ^ (value >> 63))
}

/// Turns the number back.
func unzigzag(_ value: UInt64) -> Int64 {
  Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
}
