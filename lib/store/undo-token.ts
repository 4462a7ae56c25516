import { deflateRawSync, inflateRawSync } from 'node:zlib'

export type MovedMark = { readonly subscriptionId: number; readonly from: bigint; readonly to: bigint }

/** What a mark-read changed, as far as it can be taken back. */
export type Undo = {
  readonly madeAt: number
  readonly marks: readonly MovedMark[]
  readonly unreadIds: readonly bigint[]
}

const maxBytes = 5_000_000

/**
 * An undo as text that its subscriber keeps: nothing is stored for undos that nobody asks for. It is not signed: it
 * only ever moves marks of the subscriber who hands it in, who may move them anyway. Packed, since marks of 10,000
 * sources are 250 kB as they are and 100 kB packed.
 */
export function formatUndoToken({ madeAt, marks, unreadIds }: Undo): string {
  const moved = marks.map(({ subscriptionId, from, to }) => `${subscriptionId},${from},${to}`)
  return deflateRawSync([madeAt, moved.join(';'), unreadIds.join(';')].join('|')).toString('base64url')
}

/** The undo of a token that formatUndoToken made, or null. */
export function parseUndoToken(token: string): Undo | null {
  const text = inflate(token)
  if (text === null) return null
  const match = /^(\d{1,15})\|((?:\d{1,9},\d{1,18},\d{1,18};?)*)\|((?:\d{1,18};?)*)$/.exec(text)
  if (match === null) return null
  const [, madeAt = '', moved = '', unread = ''] = match
  return {
    madeAt: Number(madeAt),
    marks: listOf(moved).map((mark) => {
      const [subscriptionId = '', from = '', to = ''] = mark.split(',')
      return { subscriptionId: Number(subscriptionId), from: BigInt(from), to: BigInt(to) }
    }),
    unreadIds: listOf(unread).map(BigInt),
  }
}

function inflate(token: string): string | null {
  try {
    return inflateRawSync(Buffer.from(token, 'base64url'), { maxOutputLength: maxBytes }).toString('latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null // zlib: not packed by us, or too long
    throw error
  }
}

function listOf(text: string): string[] {
  return text.split(';').filter((part) => part !== '')
}
