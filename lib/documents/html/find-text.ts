/**
 * Up to so many letters V8 looks for cleverly. Of a longer text it compares each letter at each place where the last ones are alike: half a second for each
 * million "a", where a "b" between 5,000 of them is looked for.
 */
const longestQuick = 250

/** The place of a text in another one from a place on; -1: it is not there. In linear time (Knuth, Morris and Pratt), whatever strangers wrote. */
export function findText(text: string, sought: string, from = 0): number {
  if (sought.length <= longestQuick) return text.indexOf(sought, from)
  const borders = bordersOf(sought)
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    while (matched > 0 && sought.charCodeAt(matched) !== letter) matched = borders[matched - 1] ?? 0
    if (sought.charCodeAt(matched) === letter) matched += 1
    if (matched === sought.length) return at + 1 - matched
  }
  return -1
}

/** Of each beginning of a text, how many letters it ends with that it begins with, too. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let border = 0
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    while (border > 0 && text.charCodeAt(border) !== letter) border = borders[border - 1] ?? 0
    if (text.charCodeAt(border) === letter) border += 1
    borders[at] = border
  }
  return borders
}
