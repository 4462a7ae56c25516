/** Looks whether Next's router hears already, and the pause between two of them. */
const looks = 300
const lookMs = 10

/**
 * Changes the address without asking the server for a page; `push` makes a step of history of it. Next's router hears of
 * such steps from an effect on, which in a page that has just come may run after the first click: a step before that would
 * change the address and nothing else, so it waits.
 */
export function stepHistory(kind: 'push' | 'replace', address: string, looksLeft = looks): void {
  const isHeard = window.history.pushState !== History.prototype.pushState
  if (!isHeard && looksLeft > 0) setTimeout(() => stepHistory(kind, address, looksLeft - 1), lookMs)
  else if (kind === 'push') window.history.pushState(null, '', address)
  else window.history.replaceState(null, '', address)
}
