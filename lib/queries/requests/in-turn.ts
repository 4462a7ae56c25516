/** The end of the newest change of each posting that is under way. */
const newest = new Map<string, Promise<void>>()
/** Lets a change that waits go at once. */
const waiting = new Set<() => void>()
let isLeft = false

/** A change's turn among those of the same postings. */
export type Turn = { readonly come: Promise<unknown>; readonly end: () => void }

/**
 * Takes a turn after all changes of these postings that were made before and have not ended: requests that are on their way at the
 * same time reach the server in any order, and it keeps the last. To be ended also where the change fails.
 */
export function takeTurn(ids: readonly string[]): Turn {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = ids.flatMap((id) => newest.get(id) ?? [])
  const come = before.length === 0 || isLeft ? Promise.resolve() : comesAfter(before)
  for (const id of ids) newest.set(id, promise)
  const end = () => {
    resolve()
    for (const id of ids) if (newest.get(id) === promise) newest.delete(id)
  }
  return { come, end }
}

async function comesAfter(before: readonly Promise<void>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.add(resolve)
  await Promise.race([Promise.all(before), promise])
  waiting.delete(resolve)
}

/** Sends a change of one thing (by a name that no posting has) after those that were made before. */
export function inOrder<Answer>(thing: string, send: () => Promise<Answer>): Promise<Answer> {
  const { come, end } = takeTurn([thing])
  return come.then(send).finally(end)
}

/** Options of a request that changes something: of a page that is being left only one that is kept alive is sent still. */
export function asLeft(): { readonly keepalive?: true } {
  return isLeft ? { keepalive: true } : {}
}

if (typeof window !== 'undefined') {
  // A page that is left waits for no answer: what waits goes at once, in the order in which it was made.
  window.addEventListener('pagehide', () => {
    isLeft = true
    for (const go of waiting) go()
  })
  // It was only put aside.
  window.addEventListener('pageshow', () => (isLeft = false))
}
