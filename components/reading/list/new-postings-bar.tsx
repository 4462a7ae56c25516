'use client'

import { ArrowUp } from 'lucide-react'
import { Key } from '#components/ui/form/key.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useCalmText } from '#components/reading/text/use-calm-text.ts'

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
