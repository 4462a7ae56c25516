'use client'

import { useState } from 'react'
import { Circle, CircleDot, CirclePause, CircleSlash, TriangleAlert } from 'lucide-react'
import type { PollItem } from '#lib/api/sources/sources.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { ReasonText, useSayReason } from '#components/ui/reason-text.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatDuration } from '#lib/text/format.ts'
import { useSourcePolls } from '#lib/queries/sources/sources.ts'
import { sayFigure } from '#lib/text/say-reason.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

/** Shown at first. */
const few = 6

/** The last polls: what came of them, why they were made then, and what was decided next. */
export function SourceDecisions({ sourceId }: { readonly sourceId: number }) {
  const t = useWords('sources')
  const polls = useSourcePolls(sourceId)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <section>
      <SectionHead title={t('lastDecisions')} lede={t('whyThen')}>
        {polls.isSuccess && polls.data.length > few && (
          <Button size="small" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('lastFew', { count: few }) : t('allOf', { count: polls.data.length })}
          </Button>
        )}
      </SectionHead>
      {polls.isPending && <Waiting rows={5} rowHeight={44} />}
      {polls.isError && (
        <Failed title={t('pollsFailed')} error={polls.error} onRetry={() => void polls.refetch()} />
      )}
      {polls.data?.length === 0 && <Empty title={t('notPolledYet')}>{t('firstPollSoon')}</Empty>}
      {polls.isSuccess && polls.data.length > 0 && (
        <Decisions polls={polls.data} shown={showsAll ? polls.data.length : few} />
      )}
    </section>
  )
}

function Decisions({ polls, shown }: { readonly polls: readonly PollItem[]; readonly shown: number }) {
  const t = useWords('sources')
  const locale = useLocale()
  // The first check was worth nothing yet, and has none before it: columns without a figure are left out.
  const hasWorth = polls.some(({ worth }) => worth !== null)
  const hasBefore = polls.some(({ sinceBeforeMs }) => sinceBeforeMs !== null)
  return (
    <Table>
      <caption className="sr-only">{t('lastPolls')}</caption>
      <thead>
        <tr>
          <HeadCell className="sm:w-24">{t('polled')}</HeadCell>
          <HeadCell className="lg:w-44">{t('outcome')}</HeadCell>
          <HeadCell className="max-sm:hidden">{t('delay')}</HeadCell>
          <HeadCell>{t('whyThenHead')}</HeadCell>
          {hasWorth && (
            <HeadCell numeric className="max-lg:hidden">
              {t('worthThen')}
              <span className="block font-[450]">{t('worthThenUnit')}</span>
            </HeadCell>
          )}
          {hasBefore && (
            <HeadCell numeric className="max-sm:hidden">
              {t('sinceBefore')}
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {polls.slice(0, shown).map((poll) => (
          <tr key={poll.id}>
            <Cell className="font-[580]">
              <Time at={poll.startedAt} show="clock" />
              <span className="block text-12 font-[450] text-ink-3">
                <Time at={poll.startedAt} />
              </span>
            </Cell>
            <Cell className="py-2 whitespace-normal">
              <Outcome poll={poll} />
            </Cell>
            <Cell className="max-sm:hidden">
              <Found delayMs={poll.delayMs} />
            </Cell>
            <Cell className="py-2 whitespace-normal text-ink-2">
              <ReasonText reason={poll.plannedReason} />
            </Cell>
            {hasWorth && (
              <Cell numeric className="max-lg:hidden">
                <WorthThen worth={poll.worth} />
              </Cell>
            )}
            {hasBefore && (
              <Cell numeric className="max-sm:hidden">
                {poll.sinceBeforeMs !== null && formatDuration(poll.sinceBeforeMs, locale)}
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The delay of a poll's postings. */
function Found({ delayMs }: Pick<PollItem, 'delayMs'>) {
  const t = useWords('sources')
  const locale = useLocale()
  if (delayMs === null) return <span className="text-ink-3">{t('noDelay')}</span>
  return <span className="font-[550] text-fresh">{formatDuration(delayMs, locale)}</span>
}

/** The wait that was expected by then, beside the price where that decided; nothing where no plan had been made. */
function WorthThen({ worth }: Pick<PollItem, 'worth'>) {
  const t = useWords('sources')
  const locale = useLocale()
  if (worth === null) return null
  return (
    <>
      {sayFigure(worth.waiting, locale)}
      {worth.price !== null && (
        <span className="block text-12 text-ink-3">
          {t('worthThenPrice', { price: sayFigure(worth.price, locale) })}
        </span>
      )}
    </>
  )
}

function Outcome({ poll }: { readonly poll: PollItem }) {
  const t = useWords('sources')
  const say = useSayReason()
  const { words, Icon, colour } = outcomeOf(poll, t)
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 text-12 font-[550] sm:whitespace-nowrap ${colour}`}>
        <Icon size={13} strokeWidth={1.75} aria-hidden />
        {words}
      </span>
      {(poll.error !== null || (poll.httpStatus !== null && poll.httpStatus >= 400)) && (
        <details className="text-12 text-ink-2">
          <summary className="cursor-pointer text-ink-3">{t('details')}</summary>
          {poll.error !== null && say(poll.error)}
          <HttpStatus status={poll.httpStatus} />
        </details>
      )}
    </>
  )
}

function outcomeOf(poll: PollItem, t: AreaWords<'sources'>) {
  switch (poll.outcome) {
    case 'fetched':
      return poll.newPostings > 0
        ? { words: t('newPostings', { count: poll.newPostings }), Icon: CircleDot, colour: 'text-ink' }
        : { words: t('nothingNew'), Icon: Circle, colour: 'text-ink-2' }
    case 'not-modified':
      return { words: t('notModified'), Icon: Circle, colour: 'text-ink-2' }
    case 'throttled':
      return { words: t('hostAsksToWait'), Icon: CirclePause, colour: 'text-late' }
    case 'gone':
      return { words: t('endedByPublisher'), Icon: CircleSlash, colour: 'text-broken' }
    case 'opted-out':
      return { words: t('notAsked'), Icon: CircleSlash, colour: 'text-ink-2' }
    case 'failed':
      return { words: t('noAnswer'), Icon: TriangleAlert, colour: 'text-broken' }
    default:
      return poll.outcome satisfies never
  }
}
