import { useState } from 'react'
import type { PostingItem } from '#lib/api/postings/postings.ts'

/** The place of the reader in the list. */
export type Cursor = {
  readonly id: string | null
  /** By a key in the list, so the focus follows. */
  readonly takesFocus: boolean
  /** The list was opened with it, by its address. */
  readonly isLinked?: boolean
}

type CursorOptions = {
  readonly postings: readonly PostingItem[]
  readonly openId: string | null
  /** The list begins again at its top, whatever is open. */
  readonly isAgain: boolean
  readonly open: (id: string) => void
}

/** Moves through the postings one by one, with or without opening them. */
export function useCursor({ postings, openId, isAgain, open }: CursorOptions) {
  const [cursor, setCursor] = useState<Cursor>({
    id: openId,
    takesFocus: false,
    isLinked: openId !== null && !isAgain,
  })
  const id = cursor.id ?? openId
  const index = postings.findIndex((posting) => posting.id === id)

  function move(step: 1 | -1, opens: boolean, takesFocus = true) {
    const next = postings[index === -1 ? 0 : index + step]
    if (next === undefined) return
    setCursor({ id: next.id, takesFocus })
    if (opens) open(next.id)
  }
  function choose(chosenId: string) {
    setCursor({ id: chosenId, takesFocus: false })
    open(chosenId)
  }
  function place(chosenId: string) {
    setCursor({ id: chosenId, takesFocus: false })
  }
  return { cursor: { ...cursor, id }, index, posting: postings[index] ?? null, move, choose, place }
}
