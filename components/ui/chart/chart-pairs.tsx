import { scaleLinear, scaleLog } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { AxisRows, AxisText } from './chart-axis.tsx'
import type { FullSize } from './chart-frame.tsx'

type ChartPairsProps = {
  readonly name: string
  /** Oldest first. The median is a full dot; the ring above it is the delay within which nine of ten are found. */
  readonly delays: readonly { readonly from: string; readonly medianMs: number; readonly p90Ms: number }[]
  /** The name of the span that begins then. */
  readonly spanOf: (from: string) => string
  readonly duration: (ms: number) => string
  /** half: of a page. */
  readonly size: FullSize
}

/** The ends of the logarithmic scale, and the delays that are written along it. Longer delays move the upper end up. */
const leastMs = 15_000
const mostMs = 3 * HOUR_MS
const ticksMs = [30_000, 120_000, 600_000, 3_600_000, 10_800_000, 43_200_000, 172_800_000, 604_800_000]

const left = 56
/** Labels below the axis: no more of them stand side by side. */
const sizes = {
  narrow: { width: 340, right: 326, mostLabels: 4 },
  half: { width: 600, right: 586, mostLabels: 7 },
  wide: { width: 1066, right: 1040, mostLabels: 13 },
} as const
const top = 10
const bottom = 132

/** Two delays of each span of time, one above the other, on a logarithmic scale. */
export function ChartPairs({ name, delays, spanOf, duration, size }: ChartPairsProps) {
  const { width, right, mostLabels } = sizes[size]
  const step = Math.ceil(delays.length / mostLabels)
  const highest = Math.max(mostMs, ...delays.map(({ p90Ms }) => p90Ms)) * 1.3
  const x = scaleLinear<number>({ domain: [-0.5, delays.length - 0.5], range: [left, right] })
  const y = scaleLog<number>({ domain: [leastMs, highest], range: [bottom, top], clamp: true })
  const ticks = ticksMs.filter((at) => at <= highest).map((at) => ({ at, label: duration(at) }))
  return (
    <svg viewBox={`0 0 ${width} 160`} role="img" aria-label={name} className="block w-full [direction:ltr]">
      <AxisRows scale={y} ticks={ticks} left={left} right={right} />
      {delays.map(({ from, medianMs, p90Ms }, index) => (
        <g key={from} data-point={from}>
          <Line
            from={{ x: x(index), y: y(medianMs) }}
            to={{ x: x(index), y: y(p90Ms) }}
            strokeWidth="2"
            className="stroke-line-strong"
          />
          <Circle cx={x(index)} cy={y(medianMs)} r="4.5" className="fill-fresh-solid" />
          <Circle
            cx={x(index)}
            cy={y(p90Ms)}
            r="4"
            strokeWidth="2"
            className="fill-paper stroke-fresh-solid"
          />
        </g>
      ))}
      {delays.map(({ from }, index) => (
        <AxisText key={from} x={x(index)} y="152" textAnchor="middle">
          {(delays.length - 1 - index) % step === 0 ? spanOf(from) : ''}
        </AxisText>
      ))}
    </svg>
  )
}
