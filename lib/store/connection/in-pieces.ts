import { setImmediate } from 'node:timers/promises'
import { letLightGoFirst } from '#lib/api/http/dear-work.ts'

/** Postings whose texts are made ready in some milliseconds. */
const pieceSize = 50

/** Reads many by their ids, some at a time: between two pieces this thread answers others, who would wait for a second where 1,000 texts are read at once. */
export async function inPieces<Id, Item>(
  ids: readonly Id[],
  read: (ids: readonly Id[]) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let at = 0; at < ids.length; at += pieceSize) {
    await letLightGoFirst()
    items.push(...(await read(ids.slice(at, at + pieceSize))))
  }
  return items
}

/** Rows of a list that one statement brings: turning them into ours takes some milliseconds. */
const rowsTogether = 250
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Reads a list as long as its reader has made it, some rows at a time. In this process one piece of such lists is read after another: a short
 * list asks several times, and would wait each time for as many pieces as lists are asked for. @throws what `read` throws
 */
export async function inTurns<Id, Item>(
  ids: readonly Id[],
  read: (ids: readonly Id[]) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let at = 0; at < ids.length; at += rowsTogether) {
    const turn = lastTurn.then(() => read(ids.slice(at, at + rowsTogether)))
    lastTurn = turn.catch(() => undefined) // the next is another's
    items.push(...(await turn))
    await setImmediate()
  }
  return items
}

/** For so long this thread may be held by making answers ready. */
const longestSliceMs = 10

/** Maps what is there already, and lets others have this thread between, where that takes long: a hostile text takes a hundred times as long as others. */
export async function inSlices<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  let since = performance.now()
  for (const item of items) {
    made.push(make(item))
    if (performance.now() - since < longestSliceMs) continue
    await setImmediate()
    await letLightGoFirst()
    since = performance.now()
  }
  return made
}
