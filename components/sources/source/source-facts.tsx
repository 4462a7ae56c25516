import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { AdminLink, ForAdmin } from '#components/ui/for-admin.tsx'
import { ReasonText } from '#components/ui/reason-text.tsx'
import { ChartRing } from '#components/ui/chart/chart-ring.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { formatDuration, formatRate, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { Fact } from './fact.tsx'
import { NextPostingFact, PromiseFact, WithinFact } from './freshness-facts.tsx'
import { NextPoll } from './next-poll.tsx'
import { PushState } from './websub-state.tsx'

const grid =
  'grid grid-cols-2 border-t border-line lg:grid-cols-4 [&>div]:border-b [&>div]:border-line lg:[&>div:not(:nth-child(4n+1))]:border-s lg:[&>div:not(:nth-child(4n+1))]:ps-5 max-lg:[&>div:nth-child(2n)]:border-s max-lg:[&>div:nth-child(2n)]:ps-4'

/** The four facts that readers ask for: promise, delay, next posting and next check. */
export function SourceFacts({ source }: { readonly source: SourceDetail }) {
  const { freshness, health } = source
  // A plan that was never tried promises nothing where the feed does not answer.
  const isEmpty = freshness?.state === 'learning' && (health.kind === 'failing' || health.kind === 'gone')
  return (
    <dl className={grid}>
      <PromiseFact freshness={isEmpty ? null : freshness} />
      <DelayFact delay={source.delay} />
      <NextPostingFact learned={source.learned} />
      <NextCheckFact source={source} />
    </dl>
  )
}

/** The figures behind those. */
export function FurtherFacts({ source }: { readonly source: SourceDetail }) {
  return (
    <dl className={`${grid} mt-2`}>
      <WithinFact delay={source.delay} />
      <ChecksFact source={source} />
      {source.weighed !== null && <WeightFact source={source} weighed={source.weighed} />}
      <PostingsFact source={source} />
    </dl>
  )
}

function DelayFact({ delay }: Pick<SourceDetail, 'delay'>) {
  const t = useWords('sources')
  const locale = useLocale()
  const { medianMs, p90Ms, meanMs, count, withoutExactTime: inexact } = delay
  const duration = (ms: number) => formatDuration(ms, locale)
  if (medianMs === null)
    return (
      <Fact name={t('delay30')} value={t('notMeasuredYet')}>
        {count > 0 && <p>{t('postingsInexact', { count, inexact })}</p>}
      </Fact>
    )
  return (
    <Fact name={t('delay30')} value={t('halfWithin', { duration: duration(medianMs) })}>
      {p90Ms !== null && meanMs !== null && (
        <p>{t('ninetyAndMean', { ninety: duration(p90Ms), mean: duration(meanMs) })}</p>
      )}
      <p>{inexact > 0 ? t('postingsInexact', { count, inexact }) : t('postingCount', { count })}</p>
    </Fact>
  )
}

function NextCheckFact({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { plan, hatch: override } = source
  const nextPollAt = isPaused(source) ? null : source.nextPollAt
  return (
    <Fact
      name={t('nextPoll')}
      value={nextPollAt === null ? t('nonePlanned') : <Time at={nextPollAt} show="clock" />}
    >
      {nextPollAt !== null && (
        <p className="flex items-center gap-1.5">
          <Waited since={source.lastPolledAt} until={nextPollAt} />
          <NextPoll at={nextPollAt} />
        </p>
      )}
      {override.isPaused && (
        <p className="max-w-[34ch]">
          {t('onePaused')} <ForAdmin>{t('resumeInDetails')}</ForAdmin>
        </p>
      )}
      {!override.isPaused && source.isPollingPaused && (
        <p className="max-w-[34ch]">
          {t('allPaused')} <AdminLink href="/admin/budget#polling">{t('resumeChecks')}</AdminLink>
        </p>
      )}
      {nextPollAt === null && !isPaused(source) && <ReasonText reason={source.nextPollReason} />}
      {source.health.reason?.code === 'publisherOptedOut' && (
        <p>
          <AdminLink href="/admin/hosts">{t('hostLimits')}</AdminLink>
        </p>
      )}
      {nextPollAt !== null && plan !== null && source.health.kind === 'ok' && (
        <p>{t('checkedOnAverage', { rate: formatRate(plan.pollsPerDay, locale) })}</p>
      )}
    </Fact>
  )
}

/** The part of the wait for the next check that is over. */
function Waited({ since, until }: { readonly since: string | null; readonly until: string }) {
  const { nowMs } = useClock()
  if (since === null) return null
  const from = Date.parse(since)
  return <ChartRing share={(nowMs - from) / Math.max(1, Date.parse(until) - from)} />
}

function ChecksFact({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { plan, lastPolledAt } = source
  return (
    <Fact name={t('polls')} value={plan === null ? t('notPlannedYet') : formatRate(plan.pollsPerDay, locale)}>
      {plan !== null && plan.predictedDelayMs !== null && (
        <p>{t('delayExpected', { duration: formatDuration(plan.predictedDelayMs, locale) })}</p>
      )}
      {source.budgetShare !== null && (
        <p>{t('budgetShare', { share: formatShare(source.budgetShare, locale) })}</p>
      )}
      {lastPolledAt !== null && <p>{t.rich('lastPoll', { time: () => <Time at={lastPolledAt} /> })}</p>}
      <PushState push={source.push} />
    </Fact>
  )
}

type WeightProps = { readonly source: SourceDetail; readonly weighed: NonNullable<SourceDetail['weighed']> }

/** For admins: from the weight one knows how many read the source. */
function WeightFact({ source, weighed }: WeightProps) {
  const t = useWords('sources')
  return (
    <Fact name={t('weight')} value={t('weightValue', { weight: weighed.weight })}>
      <p>
        <WeightParts source={source} weighed={weighed} />
      </p>
    </Fact>
  )
}

function PostingsFact({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const locale = useLocale()
  const missing = source.learned?.missing ?? null
  return (
    <Fact
      name={t('postings')}
      value={source.postingsPerDay === null ? t('notKnownYet') : formatRate(source.postingsPerDay, locale)}
    >
      <p>{t('postingsKept', { count: source.postings })}</p>
      {source.heldBackAbove !== null && <p>{t('heldBack', { most: source.heldBackAbove })}</p>}
      {source.windowSize !== null && <p>{t('documentShows', { count: source.windowSize })}</p>}
      {missing !== null && <p>{t('missingChance', { share: formatShare(missing, locale) })}</p>}
      <WindowGaps window={source.window} />
      {source.hint !== null && <PublisherHint {...source.hint} />}
    </Fact>
  )
}

/** Whether an admin has paused this source, or all of them. */
function isPaused({ hatch: override, isPollingPaused }: SourceDetail): boolean {
  return override.isPaused || isPollingPaused
}

/** The parts of the weight; without wishes and with all subscribers counted in full, a product of two. */
function WeightParts({ source: { weightFactor: factor }, weighed }: WeightProps) {
  const t = useWords('sources')
  const { subscribers, popularity, say, alerts: lift } = weighed
  if (popularity === 1 && say === 0 && lift === 0) return t('weightProduct', { subscribers, factor })
  const parts = { subscribers, readers: subscribers ** popularity, say, factor }
  return lift === 0 ? t('weightParts', parts) : t('weightPartsAlerts', { ...parts, lift })
}

/** The times at which postings left the document before they were read. */
function WindowGaps({ window }: Pick<SourceDetail, 'window'>) {
  const t = useWords('sources')
  const { lastGapAt } = window
  if (window.gaps === 0 || lastGapAt === null) return null
  return (
    <p>
      {t.rich('gaps', {
        gaps: window.gaps,
        lost: window.likelyLost,
        time: () => <Time at={lastGapAt} />,
      })}
    </p>
  )
}

/** Nothing of hints that were right whenever they were tried, but not often enough to be believed. */
function PublisherHint({ kept, broken, isBelieved }: NonNullable<SourceDetail['hint']>) {
  const t = useWords('sources')
  if (!isBelieved && broken === 0) return null
  return <p>{t(isBelieved ? 'hintHeeded' : 'hintNotHeeded', { kept, all: kept + broken })}</p>
}
