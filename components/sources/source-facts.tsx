import type { ReactNode } from 'react'
import type { SourceDetail } from '#lib/api/sources.ts'
import { Time } from '#components/ui/time.tsx'
import { formatAmount, formatDuration, formatRate, formatShare } from '#lib/format.ts'
import { NextPoll } from './next-poll.tsx'
import { PushState } from './push-state.tsx'

/** The five figures that say how a source is doing. */
export function SourceFacts({ source }: { readonly source: SourceDetail }) {
  const { delay, plan } = source
  return (
    <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-[repeat(5,auto)] [&>div]:border-line lg:[&>div+div]:border-l lg:[&>div+div]:pl-5 max-lg:[&>div:last-child]:col-span-2 max-lg:[&>div:not(:last-child)]:border-b max-lg:[&>div:nth-child(2n)]:border-l max-lg:[&>div:nth-child(2n)]:pl-4">
      <Fact
        name="Delay, last 30 days"
        value={delay.medianMs === null ? 'unknown' : `half within ${formatDuration(delay.medianMs)}`}
      >
        {delay.p90Ms !== null && delay.meanMs !== null && (
          <p>
            90&nbsp;% within {formatDuration(delay.p90Ms)}, mean {formatDuration(delay.meanMs)}
          </p>
        )}
        <p>
          {formatAmount(delay.count, 'posting')}
          {delay.withoutExactTime > 0 && `, ${delay.withoutExactTime} without exact time`}
        </p>
      </Fact>
      <Fact
        name="Next poll"
        value={source.nextPollAt === null ? 'none planned' : <Time at={source.nextPollAt} show="clock" />}
      >
        {source.nextPollAt !== null && (
          <p>
            <NextPoll at={source.nextPollAt} />
          </p>
        )}
        <p className="max-w-[34ch]">{source.nextPollReason}</p>
      </Fact>
      <Fact name="Polls" value={plan === null ? 'not planned yet' : formatRate(plan.pollsPerDay)}>
        {plan !== null && <p>delay expected: {formatDuration(plan.predictedDelayMs)}</p>}
        {source.lastPolledAt !== null && (
          <p>
            last <Time at={source.lastPolledAt} />
          </p>
        )}
        <PushState push={source.push} />
      </Fact>
      <Fact name="Weight" value={String(Number(source.weight.toPrecision(3)))}>
        <p>
          {formatAmount(source.subscribers, 'subscriber')} × {Number(source.weightFactor.toPrecision(3))}
        </p>
        {source.budgetShare !== null && <p>{formatShare(source.budgetShare)} of the budget</p>}
      </Fact>
      <Fact name="Postings" value={plan === null ? 'unknown' : formatRate(plan.ratePerDay)}>
        <p>{formatAmount(source.postings, 'posting')} kept</p>
        {source.windowSize !== null && <p>its document shows {source.windowSize}</p>}
        <WindowGaps window={source.window} />
        {source.promise !== null && <PublisherPromise {...source.promise} />}
      </Fact>
    </dl>
  )
}

/** Where postings left the document before they were read. */
function WindowGaps({ window }: Pick<SourceDetail, 'window'>) {
  if (window.gaps === 0 || window.lastGapAt === null) return null
  return (
    <p>
      {formatAmount(window.gaps, 'gap')}, likely {formatAmount(window.likelyLost, 'posting')} lost; last{' '}
      <Time at={window.lastGapAt} />
    </p>
  )
}

function PublisherPromise({ kept, broken, isBelieved }: NonNullable<SourceDetail['promise']>) {
  return (
    <p>
      its cache times were kept {kept} of {kept + broken} times, so they are{' '}
      {isBelieved ? 'heeded' : 'not heeded'}
    </p>
  )
}

function Fact(props: { readonly name: string; readonly value: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="py-3 pr-4 text-12 text-ink-2">
      <dt className="font-medium text-ink-3">{props.name}</dt>
      <dd className="text-[18px] leading-[26px] font-[620] text-ink">{props.value}</dd>
      <dd>{props.children}</dd>
    </div>
  )
}
