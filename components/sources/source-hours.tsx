'use client'

import type { SourceDetail } from '#lib/api/sources.ts'
import { ChartFrame } from '#components/ui/chart-frame.tsx'
import { ChartHours } from '#components/ui/chart-hours.tsx'
import { Empty } from '#components/ui/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatAmount, formatShare } from '#lib/format.ts'
import { busiestHours, hourOfDay, patternInZone, zoneOffsetMinutes } from './hour-profile.ts'

/** When the source posts, by the reader's hours, and the polls planned for the coming day. */
export function SourceHours({ plan }: { readonly plan: SourceDetail['plan'] }) {
  const { nowMs, timeZone } = useClock()
  if (plan === null) {
    return (
      <section>
        <SectionHead title="When it posts" />
        <div className="rounded-3 border border-line bg-paper">
          <Empty title="Not known yet">The first plan is made after the first poll.</Empty>
        </div>
      </section>
    )
  }
  const offset = zoneOffsetMinutes(nowMs, timeZone)
  const pattern = patternInZone(plan.pattern, offset)
  const polls = plan.plannedAt.map((instant) => hourOfDay(instant, offset))
  const name = sentence(pattern, polls.length)
  const rows = pattern.map((share, hour) => ({
    key: String(hour),
    cells: [
      `${String(hour).padStart(2, '0')}:00`,
      formatShare(share),
      String(polls.filter((poll) => Math.floor(poll) === hour).length),
    ],
  }))
  return (
    <section>
      <SectionHead title="When it posts" lede="by hour, your time zone; polls are placed here" />
      <ChartFrame
        name={name}
        table={{ columns: ['Hour', 'Share of postings', 'Planned polls'], rows }}
        minWidth={560}
      >
        <ChartHours
          name={name}
          values={pattern}
          marks={polls}
          marksName={`${formatAmount(polls.length, 'poll')} planned for the coming 24 h`}
          now={hourOfDay(new Date(nowMs).toISOString(), offset)}
        />
        <p className="mt-2 text-12 text-ink-2">{name}.</p>
      </ChartFrame>
    </section>
  )
}

function sentence(pattern: readonly number[], polls: number): string {
  const planned = `${formatAmount(polls, 'poll')} planned for the coming 24 h`
  const busiest = busiestHours(pattern, 0.5)
  // Half of the postings in more than a third of the day says nothing worth saying.
  if (busiest === null || busiest.length > 8) return `Postings are spread over all hours; ${planned}`
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
  return `${hour(busiest.start)}–${hour(busiest.end)} carries ${formatShare(busiest.share)} of the postings; ${planned}`
}
