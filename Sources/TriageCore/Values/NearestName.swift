/// Returns the known name that is most like a mistyped one, or `nil` if none is alike.
///
/// Alike means: at most a third of its letters (and at most three) inserted, dropped or replaced.
package func nearestName(to word: String, in names: [String]) -> String? {
  let letters = Array(word.lowercased())
  let ranked = names.map { (name: $0, distance: editDistance(letters, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= min(3, max(1, letters.count / 3)) ? best.name : nil
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
