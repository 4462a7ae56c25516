/** The end of the newest change of each posting that is under way. */
const newest = new Map<string, Promise<void>>()

/** A change's turn among those of the same postings. */
export type Turn = { readonly come: Promise<unknown>; readonly end: () => void }

/**
 * Takes a turn after all changes of these postings that were made before and have not ended: requests that are on their way at the
 * same time reach the server in any order, and it keeps the last. To be ended also where the change fails.
 */
export function takeTurn(ids: readonly string[]): Turn {
  const { promise, resolve } = Promise.withResolvers<void>()
  const come = Promise.all(ids.map((id) => newest.get(id)))
  for (const id of ids) newest.set(id, promise)
  const end = () => {
    resolve()
    for (const id of ids) if (newest.get(id) === promise) newest.delete(id)
  }
  return { come, end }
}
