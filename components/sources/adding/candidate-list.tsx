'use client'

import { useId } from 'react'
import { Check } from 'lucide-react'
import type { FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatRate } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'

type CandidateListProps = {
  readonly candidates: readonly FeedCandidate[]
  readonly chosen: ReadonlySet<string>
  /** The feed whose preview is shown. */
  readonly shownUrl: string | null
  readonly onChoose: (url: string) => void
}

/** The feeds found at an address; of several any may be chosen. */
export function CandidateList({ candidates, chosen, shownUrl, onChoose }: CandidateListProps) {
  const t = useWords('sources')
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">{t('feedsFound')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-3 border border-line">
        {candidates.map((candidate) => (
          <Candidate
            key={candidate.url}
            candidate={candidate}
            isAlone={candidates.length === 1}
            isChosen={chosen.has(candidate.url)}
            isShown={candidate.url === shownUrl}
            onChoose={() => onChoose(candidate.url)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type CandidateProps = {
  readonly candidate: FeedCandidate
  readonly isAlone: boolean
  readonly isChosen: boolean
  readonly isShown: boolean
  readonly onChoose: () => void
}

function Candidate({ candidate, isAlone, isChosen, isShown, onChoose }: CandidateProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const id = useId()
  const { lastPostingAt } = candidate
  return (
    <div
      className={`relative grid grid-cols-[28px_1fr] px-3.5 py-3 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus ${isShown ? 'bg-ground shadow-[inset_3px_0_0_var(--ink)] rtl:shadow-[inset_-3px_0_0_var(--ink)]' : 'hover:bg-hover'}`}
    >
      <input
        id={id}
        // Where there is nothing to choose, nothing is taken back either.
        type={isAlone ? 'radio' : 'checkbox'}
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={`${id}-facts`}
        className="mt-0.5 size-4 accent-ink outline-none"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The label covers the whole row, so that all of it can be clicked. */}
          <label
            htmlFor={id}
            dir="auto"
            className="cursor-pointer text-[15px] leading-5 font-semibold after:absolute after:inset-0"
          >
            {candidate.title}
          </label>
          <Tag>{candidate.kind}</Tag>
          {candidate.subscriptionId !== null && (
            <span className="inline-flex items-center gap-1 text-12 font-[550] text-ink-2">
              <Check size={13} strokeWidth={1.75} aria-hidden />
              {t('subscribed')}
            </span>
          )}
        </div>
        <div id={`${id}-facts`}>
          <p className="text-ink-2">
            {paceWords(candidate.postingsPerDay, t, locale)}
            {lastPostingAt !== null && t.rich('lastOne', { time: () => <Time at={lastPostingAt} /> })}
          </p>
          <p className="mt-0.5 truncate text-12 text-ink-3">
            {candidate.readersAtLeast !== null && `${t('readers', { count: candidate.readersAtLeast })} · `}
            {candidate.url.replace(/^https?:\/\//, '')}
          </p>
        </div>
      </div>
    </div>
  )
}

function paceWords(postingsPerDay: number | null, t: AreaWords<'sources'>, locale: Locale): string {
  if (postingsPerDay === null) return t('paceUnknown')
  return postingsPerDay === 0 ? t('noPostings') : t('posts', { rate: formatRate(postingsPerDay, locale) })
}
