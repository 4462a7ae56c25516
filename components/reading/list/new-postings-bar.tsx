'use client'

import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Key } from '#components/ui/form/key.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type NewPostingsBarProps = {
  readonly count: number
  readonly sources: number
  readonly onShow: () => void
}

/** New postings wait here until they are wanted. */
export function NewPostingsBar({ count, sources, onShow }: NewPostingsBarProps) {
  const t = useWords('reading')
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex h-9 w-full shrink-0 items-center gap-2.5 border-b border-line bg-fresh-wash ps-5 pe-3 font-[600] text-fresh outline-offset-[-2px] max-sm:h-full max-sm:border-b-0 max-sm:text-[15px]"
    >
      <ArrowUp aria-hidden size={16} strokeWidth={1.75} />
      {t('newPostings', { count })}
      <span className="font-[450] max-sm:hidden">{t('fromSources', { count: sources })}</span>
      <span className="flex-1" />
      <span className="pointer-coarse:hidden">
        <Key>{'.'}</Key>
      </span>
    </button>
  )
}

export const ANNOUNCE_EVERY_MS = 60_000

type NewPostingsAnnouncementProps = Omit<NewPostingsBarProps, 'onShow'> & {
  /** Grows with each arrival, where `count` does not go back to 0 between two of as many. */
  readonly arrival?: number
}

/** Says what waits, at most once a minute. */
export function NewPostingsAnnouncement({ count, sources, arrival = 0 }: NewPostingsAnnouncementProps) {
  const t = useWords('reading')
  const words = count === 0 ? '' : t('newFromSources', { postings: count, sources })
  const { text, number } = useCalmText(words, ANNOUNCE_EVERY_MS, arrival)
  return (
    <p aria-live="polite" className="sr-only">
      <span key={number}>{text}</span>
    </p>
  )
}

/** Several causes often come at once: the first wording waits for them. */
const GATHER_MS = 2000

/**
 * A text that changes at most once in so many milliseconds; the last wording always comes through. `number` counts the wordings: as an
 * element's key it makes one heard that reads as the one before.
 * @param arrival tells a new cause apart that has the same words
 */
function useCalmText(
  text: string,
  everyMs: number,
  arrival: number,
): { readonly text: string; readonly number: number } {
  const [calm, setCalm] = useState({ text: '', number: 0 })
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const waitMs = Math.max(GATHER_MS, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      if (text !== '') changedAt.current = performance.now()
      setCalm(({ number }) => ({ text, number: number + 1 }))
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, everyMs, arrival])
  return calm
}
