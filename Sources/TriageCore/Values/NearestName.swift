/// Returns the known name that is most like a mistyped one, or `nil` if none is alike.
///
/// Alike means: at most a third of its letters (and at most three) inserted, dropped, replaced, or
/// swapped with the next one.
package func nearestName(to word: String, in names: [String]) -> String? {
  let letters = Array(word.lowercased())
  let ranked = names.map { (name: $0, distance: editDistance(letters, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= min(3, max(1, letters.count / 3)) ? best.name : nil
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var (earlier, last) = ([Int](), Array(0...right.count))
  for (i, letter) in left.enumerated() {
    var row = [i + 1]
    for (j, other) in right.enumerated() {
      var best = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        best = min(best, earlier[j - 1] + 1)
      }
      row.append(best)
    }
    (earlier, last) = (last, row)
  }
  return last[right.count]
}
