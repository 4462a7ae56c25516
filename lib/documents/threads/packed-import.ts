import { setImmediate } from 'node:timers/promises'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import type { ParsedImport } from '#lib/documents/moving/import-types.ts'
import type { ParsedOpml } from '#lib/documents/moving/parse-opml.ts'

/** The lists of a file that may have hundreds of thousands of items. */
type Lists = Pick<ParsedImport, 'postings'> &
  Pick<ParsedOpml, 'outlines' | 'folders' | 'problems'> &
  Pick<AccountExport, 'subscriptions' | 'states' | 'positions' | 'splits'>

/** A file without its long lists, and these in pieces of JSON, in their order. */
type PackedFile = {
  readonly file: ParsedImport
  readonly pieces: readonly { readonly of: keyof Lists; readonly json: Uint8Array<ArrayBuffer> }[]
}

/** Letters of a piece: to read one takes a millisecond. */
const pieceSize = 100_000

/**
 * Makes files ready to be sent to the thread that serves all, which would take them over at once: for 370,000 states it answered nobody
 * for 0.4 s.
 */
export function packImport(files: readonly ParsedImport[]): PackedFile[] {
  return files.map((file) => {
    const lists = Object.entries(listsOf(file)) as [keyof Lists, readonly unknown[]][]
    const pieces = lists.flatMap(([of, items]) => jsonPieces(items).map((json) => ({ of, json })))
    return { file: withLists(file, noLists), pieces }
  })
}

/** The memory of packed files, which is handed over. */
export function memoryOf(packed: readonly PackedFile[]): ArrayBuffer[] {
  return packed.flatMap(({ pieces }) => pieces.map(({ json }) => json.buffer))
}

/** The files that `packImport` packed. Between two pieces this thread answers others. */
export async function unpackImport(packed: readonly PackedFile[]): Promise<ParsedImport[]> {
  const files: ParsedImport[] = []
  for (const { file, pieces } of packed) {
    const lists = Object.fromEntries(Object.keys(noLists).map((name) => [name, []])) as unknown as Record<
      keyof Lists,
      unknown[]
    >
    for (const { of, json } of pieces) {
      lists[of].push(...(JSON.parse(new TextDecoder().decode(json)) as unknown[]))
      await setImmediate()
    }
    files.push(withLists(file, lists as Lists)) // as they were packed
  }
  return files
}

const noLists: Lists = {
  ...{ postings: [], outlines: [], folders: [], problems: [] },
  ...{ subscriptions: [], states: [], positions: [], splits: [] },
}

function listsOf({ postings, opml, account }: ParsedImport): Lists {
  const { outlines, folders, problems } = opml ?? noLists
  const { subscriptions, states, positions, splits } = account ?? noLists
  return { postings, outlines, folders, problems, subscriptions, states, positions, splits }
}

function withLists(
  { opml, account, ...file }: ParsedImport,
  { postings, outlines, folders, problems, subscriptions, states, positions, splits }: Lists,
): ParsedImport {
  return {
    ...file,
    postings,
    opml: opml === null ? null : { ...opml, outlines, folders, problems },
    account: account === null ? null : { ...account, subscriptions, states, positions, splits },
  }
}

function jsonPieces(items: readonly unknown[]): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let piece: string[] = []
  let size = 0
  for (const [at, item] of items.entries()) {
    const json = JSON.stringify(item)
    piece.push(json)
    size += json.length
    if (size < pieceSize && at < items.length - 1) continue
    pieces.push(new TextEncoder().encode(`[${piece.join(',')}]`))
    piece = []
    size = 0
  }
  return pieces
}
