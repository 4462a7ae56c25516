'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import type { DelayPoint } from '#lib/api/sources.ts'
import { ChartFrame } from '#components/ui/chart-frame.tsx'
import { ChartScatter } from '#components/ui/chart-scatter.tsx'
import { Empty, Failed, Waiting } from '#components/ui/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { formatAmount, formatDelay, formatDuration } from '#lib/format.ts'
import { useSourceDelays } from '#lib/queries/sources.ts'
import { dateAxis, delayAxis, foundWithin, scatterPoints } from './delay-chart.ts'

const ranges = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
] as const

type SourceDelaysProps = { readonly sourceId: number; readonly days: number }

/** The delay of each posting as a chart, and the postings themselves. The range stands in the address. */
export function SourceDelays({ sourceId, days }: SourceDelaysProps) {
  const router = useRouter()
  const pathname = usePathname()
  const delays = useSourceDelays(sourceId, days)
  return (
    <>
      <SectionHead
        title="Delay of each posting"
        lede="from published to found; grey bars span what is possible when the source gives no time"
      >
        <Segmented
          label="Days shown"
          value={String(days)}
          options={ranges}
          onChange={(value) => router.replace(`${pathname}?days=${value}`, { scroll: false })}
        />
      </SectionHead>
      {delays.isPending && <Waiting rows={1} rowHeight={280} />}
      {delays.isError && (
        <Failed
          title="The delays did not load."
          reason={delays.error.message}
          onRetry={() => void delays.refetch()}
        />
      )}
      {delays.isSuccess && <DelayChart delays={delays.data} days={days} sourceId={sourceId} />}
    </>
  )
}

type DelayChartProps = {
  readonly delays: readonly DelayPoint[]
  readonly days: number
  readonly sourceId: number
}

function DelayChart({ delays, days, sourceId }: DelayChartProps) {
  const { nowMs, timeZone } = useClock()
  const points = scatterPoints(delays)
  if (points.length === 0) {
    return (
      <div className="rounded-3 border border-line bg-paper">
        <Empty title="No delay measured yet">
          Delays are measured for postings found after the first poll. The next one will stand here.
        </Empty>
      </div>
    )
  }
  const x = dateAxis(nowMs, days, timeZone)
  const y = delayAxis(points)
  const ninety = foundWithin(delays, 0.9)
  const name = sentence(delays, points.length)
  const rows = delays.toReversed().map((point) => ({
    key: point.postingId,
    cells: [
      <Link key="title" href={`/?source=${sourceId}&posting=${point.postingId}`} className="hover:underline">
        {point.title}
      </Link>,
      point.publishedAt === null ? 'unknown' : <Time key="at" at={point.publishedAt} show="absolute" />,
      <Time key="found" at={point.foundAt} show="absolute" />,
      formatDelay(point.delay) || 'first document',
    ],
  }))
  return (
    <ChartFrame
      name={name}
      table={{ columns: ['Posting', 'Published', 'Found', 'Delay'], rows }}
      minWidth={720}
      startsAtEnd
    >
      <ChartScatter
        name={name}
        points={points}
        xRange={x.range}
        xTicks={x.ticks}
        yRange={y.range}
        yTicks={y.ticks}
        line={ninety === null ? null : { at: ninety, label: `90 % within ${formatDuration(ninety)}` }}
      />
    </ChartFrame>
  )
}

function sentence(delays: readonly DelayPoint[], shown: number): string {
  const half = foundWithin(delays, 0.5)
  const ninety = foundWithin(delays, 0.9)
  const amount = formatAmount(shown, 'posting')
  if (half === null || ninety === null) return `Delay of ${amount}, none with an exact time`
  return `Delay of ${amount}: half within ${formatDuration(half)}, 90 % within ${formatDuration(ninety)}`
}
