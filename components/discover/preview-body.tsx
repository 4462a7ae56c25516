'use client'

import { ArrowUpRight } from 'lucide-react'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatRate } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { SubscribeButton } from './subscribe-button.tsx'

/** The delay as far as it is known, and its ground; null: nothing. */
export type PreviewFreshness = { readonly words: string; readonly ground: string } | null

type PreviewBodyProps = {
  readonly source: {
    readonly url: string
    readonly title: string
    readonly description: string
    readonly siteUrl: string | null
    readonly iconUrl: string | null
    readonly postingsPerDay: number | null
    readonly subscriptionId: number | null
  }
  /** null: not told. */
  readonly readersAtLeast: number | null
  readonly freshness: PreviewFreshness
  readonly postings: readonly { readonly title: string; readonly at: string | null }[]
}

const shownPostings = 6

/** The same for sources that are known here and feeds that nobody reads yet. */
export function PreviewBody({ source, readersAtLeast, freshness, postings }: PreviewBodyProps) {
  const t = useWords('discover')
  const locale = useLocale()
  const { title, description, siteUrl, postingsPerDay } = source
  return (
    <article aria-label={t('previewOf', { source: title })} className="mx-auto max-w-[560px]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SourceAvatar title={title} iconUrl={source.iconUrl} size={52} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 dir="auto" className="text-20 font-[640] wrap-anywhere">
            {title}
          </h2>
          <p dir="auto" className="line-clamp-3 font-text text-[15px] leading-[22px] text-ink-2">
            {description}
          </p>
        </div>
        <SubscribeButton
          isMain
          url={source.url}
          title={title}
          isSubscribed={source.subscriptionId !== null}
        />
      </div>
      <dl className="mt-5 grid grid-cols-2 border-y border-line empty:hidden">
        {postingsPerDay === null ? null : (
          <Fact name={t('posts')} value={formatRate(postingsPerDay, locale)} />
        )}
        {readersAtLeast === null ? null : (
          <Fact name={t('readersHere')} value={t('atLeast', { count: readersAtLeast })} />
        )}
      </dl>
      <h3 className="mt-7 text-[15px] leading-5 font-[620]">{t('freshness')}</h3>
      <p className="mt-1">{freshness?.words ?? t('freshnessUnknown')}</p>
      <p className="text-12 text-ink-3 empty:hidden">{freshness?.ground}</p>
      <h3 className="mt-7 mb-1 text-[15px] leading-5 font-[620]">{t('lastPostings')}</h3>
      {postings.length === 0 ? <p className="text-ink-3">{t('noPostings')}</p> : null}
      <ul>
        {postings.slice(0, shownPostings).map((posting, index) => (
          <li
            key={`${posting.title} ${index}`}
            className="flex items-baseline justify-between gap-5 border-b border-line py-2.5"
          >
            <span dir="auto" className="min-w-0 truncate font-text text-[15.5px] leading-[22px] font-[560]">
              {posting.title || t('untitled')}
            </span>
            <span className="flex-none text-12 text-ink-3">
              {posting.at === null ? t('noDate') : <Time at={posting.at} />}
            </span>
          </li>
        ))}
      </ul>
      {siteUrl === null ? null : (
        <a
          href={siteUrl}
          target="_blank"
          rel="noreferrer"
          className="mt-4 inline-flex min-h-7 items-center gap-1 font-[550] text-ink-2 hover:text-ink"
        >
          {t('openSite')}
          <ArrowUpRight aria-hidden size={15} strokeWidth={1.75} />
        </a>
      )}
    </article>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="py-3 [&+&]:border-s [&+&]:border-line [&+&]:ps-4">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="text-[15px] font-[620]">{value}</dd>
    </div>
  )
}
