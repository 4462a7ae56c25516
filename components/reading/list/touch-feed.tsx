'use client'

import { Bookmark, Check, Star } from 'lucide-react'
import { createPortal } from 'react-dom'
import { cn } from '#components/ui/class-names.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import type { SwipeAct } from '#lib/api/accounts/declared-settings.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useSettings } from '#lib/queries/accounts/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PULL_PX, usePull } from './use-pull.ts'
import { useSwipes, type SwipeSide } from './use-swipes.ts'

type TouchFeedProps = {
  readonly scroller: HTMLElement
  readonly postings: readonly PostingItem[]
  readonly acts: PostingActs
  readonly onLookForNew: () => void
}

const icon = { size: 20, strokeWidth: 1.75 } as const

/** Follows the fingers on a list: rows move sideways, and the list is pulled down to look for new postings. */
export function TouchFeed({ scroller, postings, acts, onLookForNew }: TouchFeedProps) {
  const t = useWords('reading')
  const pulled = usePull(scroller, onLookForNew)
  const { swipeRight, swipeLeft } = useSettings()
  const actOf = (side: SwipeSide): SwipeAct => (side === 'right' ? swipeRight : swipeLeft)
  const swiped = useSwipes(
    scroller,
    (side) => actOf(side) !== 'none',
    (id, side) => {
      const posting = postings.find((each) => each.id === id)
      if (posting !== undefined) runSwipe(actOf(side), posting, acts)
    },
  )
  const posting = postings.find(({ id }) => id === swiped?.id)
  return (
    <>
      {pulled === 0 ? null : (
        <p
          className="grid place-items-center overflow-hidden text-12 font-[550] text-ink-2"
          style={{ height: pulled }}
        >
          {pulled >= PULL_PX ? t('letGoForNew') : t('pullForNew')}
        </p>
      )}
      {swiped === null || posting === undefined
        ? null
        : createPortal(<Behind act={actOf(swiped.side)} posting={posting} side={swiped.side} />, swiped.row)}
    </>
  )
}

function runSwipe(act: SwipeAct, posting: PostingItem, acts: PostingActs): void {
  if (act === 'read') acts.swipeRead(posting)
  if (act === 'star') acts.swipeStar(posting)
  if (act === 'later') acts.toggleLater(posting)
}

type BehindProps = { readonly act: SwipeAct; readonly posting: PostingItem; readonly side: SwipeSide }

/** Lies where the finger came from: left and right of the screen, whichever way the lines run. */
function Behind({ act, posting, side }: BehindProps) {
  const t = useWords('reading')
  const { isRead, isStarred, isLater } = posting
  if (act === 'none') return null
  const acts = {
    read: { label: isRead ? t('unreadState') : t('readState'), drawn: <Check {...icon} /> },
    star: { label: isStarred ? t('removeStar') : t('star'), drawn: <Star {...icon} /> },
    later: { label: isLater ? t('removeLater') : t('readLater'), drawn: <Bookmark {...icon} /> },
  }
  return (
    <div
      aria-hidden
      className={cn(
        'absolute inset-y-0 flex items-center gap-2 text-14 font-[600] text-on-ink',
        side === 'right' ? 'left-5.5' : 'right-5.5',
      )}
    >
      {acts[act].drawn}
      {acts[act].label}
    </div>
  )
}
