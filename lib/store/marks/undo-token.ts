import { deflateRawSync, inflateRawSync } from 'node:zlib'

export type MovedMark = { readonly subscriptionId: number; readonly from: bigint; readonly to: bigint }

/** The change of a mark-read, as far as it can be taken back. */
export type Undo = {
  readonly madeAt: number
  readonly marks: readonly MovedMark[]
  /** exceptions that were cleared: they become unread again */
  readonly unreadIds: readonly bigint[]
  /** postings that were read singly: these, too */
  readonly readIds: readonly bigint[]
}

const maxBytes = 5_000_000
/** Of marks, and of postings: more than a token of the length that is accepted ever names. */
const maxParts = 200_000

/**
 * An undo as text that its subscriber keeps: nothing is stored for undos that nobody asks for. It is not signed: it
 * only ever moves marks of the subscriber who hands it in, who may move them anyway. Packed, since marks of 10,000
 * sources are 250 kB as they are and 100 kB packed.
 */
export function formatUndoToken({ madeAt, marks, unreadIds, readIds }: Undo): string {
  const moved = marks.map(({ subscriptionId, from, to }) => `${subscriptionId},${from},${to}`)
  const parts = [madeAt, moved.join(';'), unreadIds.join(';'), readIds.join(';')]
  return deflateRawSync(parts.join('|')).toString('base64url')
}

/** The undo of a token that formatUndoToken made, or null. The text is cut and each part looked at by itself: linear. */
export function parseUndoToken(token: string): Undo | null {
  const [madeAt = '', moved, unread, read = '', ...rest] = inflate(token)?.split('|', 5) ?? []
  if (!/^\d{1,15}$/.test(madeAt) || moved === undefined || unread === undefined || rest.length > 0)
    return null
  const marks = listOf(moved, parseMark)
  const unreadIds = listOf(unread, parsePostingId)
  const readIds = listOf(read, parsePostingId)
  if (marks === null || unreadIds === null || readIds === null) return null
  return { madeAt: Number(madeAt), marks, unreadIds, readIds }
}

function parseMark(text: string): MovedMark | null {
  const match = /^(\d{1,9}),(\d{1,18}),(\d{1,18})$/.exec(text)
  if (match === null) return null
  const [, subscriptionId, from = '', to = ''] = match
  return { subscriptionId: Number(subscriptionId), from: BigInt(from), to: BigInt(to) }
}

function parsePostingId(text: string): bigint | null {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : null
}

/** The parts between semicolons, or null when one of them is wrong or there are too many. */
function listOf<T>(text: string, parse: (part: string) => T | null): T[] | null {
  if (text === '') return []
  const parts = text.split(';', maxParts + 1)
  if (parts.length > maxParts) return null
  const parsed = parts.map(parse).filter((part) => part !== null)
  return parsed.length === parts.length ? parsed : null
}

function inflate(token: string): string | null {
  try {
    return inflateRawSync(Buffer.from(token, 'base64url'), { maxOutputLength: maxBytes }).toString('latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null // zlib: not packed by us, or too long
    throw error
  }
}
