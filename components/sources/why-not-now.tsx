import type { SourceDetail } from '#lib/api/sources.ts'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatDuration, formatRate } from '#lib/format.ts'

/** The decision in force, in words. */
export function WhyNotNow({ source }: { readonly source: SourceDetail }) {
  const { plan } = source
  return (
    <section>
      <SectionHead title="Why not now?" />
      <div className="space-y-2.5 rounded-3 border border-line bg-paper px-5 py-4">
        <NextPollText source={source} />
        {plan !== null && source.health.kind !== 'opted-out' && (
          <p className="border-t border-line pt-2.5 text-ink-2">
            Polled {formatRate(plan.pollsPerDay)}, a posting is expected to be found{' '}
            {formatDuration(plan.predictedDelayMs)} after publication on average. Planned{' '}
            <Time at={plan.madeAt} /> by the {plan.policy} policy.
          </p>
        )}
      </div>
    </section>
  )
}

function NextPollText({ source }: { readonly source: SourceDetail }) {
  const { health, nextPollAt, nextPollReason } = source
  if (health.kind === 'opted-out') return <p>No poll is planned. {health.message}</p>
  if (nextPollAt === null) return <p>No poll is planned: nobody subscribes to this source.</p>
  return (
    <p>
      Next poll <Time at={nextPollAt} show="clock" className="font-semibold" />.{' '}
      <span className="text-ink-2">{nextPollReason}</span>
    </p>
  )
}
