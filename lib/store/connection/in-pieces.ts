/** Postings whose texts are made ready in some milliseconds. */
const pieceSize = 50

/** Reads many by their ids, some at a time: between two pieces this thread answers others, who would wait for a second where 1,000 texts are read at once. */
export async function inPieces<Id, Item>(
  ids: readonly Id[],
  read: (ids: readonly Id[]) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let at = 0; at < ids.length; at += pieceSize)
    items.push(...(await read(ids.slice(at, at + pieceSize))))
  return items
}
