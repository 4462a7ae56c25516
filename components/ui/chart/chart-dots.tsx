import { scaleLinear, scaleLog } from '@visx/scale'
import { Line } from '@visx/shape'
import { AxisRows, AxisText, type Scale, type Tick } from './chart-axis.tsx'
import type { ChartSize, ScatterPoint } from './chart-frame.tsx'

type ChartDotsProps = {
  readonly name: string
  /** Exactly known values. */
  readonly points: readonly ScatterPoint[]
  readonly xRange: readonly [number, number]
  readonly xTicks: readonly Tick[]
  readonly yRange: readonly [number, number]
  readonly yTicks: readonly Tick[]
  /** Half of the values are below; null: none is known. */
  readonly middle: number | null
  readonly size: ChartSize
}

const left = 46
const top = 8
const bottom = 96
/** On a phone each has the window's width, on tablets half of it, elsewhere some 250 px. */
const widths = { narrow: 340, wide: 252 } as const

/** One of several small drawings with the same axes, to be compared. All dots of a colour are one path: nobody points at them. */
export function ChartDots({ name, points, xRange, xTicks, yRange, yTicks, middle, size }: ChartDotsProps) {
  const right = widths[size] - 6
  const x = scaleLinear<number>({ domain: [...xRange], range: [left + 4, right - 4] })
  const y = scaleLog<number>({ domain: [...yRange], range: [bottom, top], clamp: true })
  return (
    <svg
      viewBox={`0 0 ${widths[size]} 116`}
      role="img"
      aria-label={name}
      className="block w-full [direction:ltr]"
    >
      <AxisRows scale={y} ticks={yTicks} left={left} right={right} />
      {xTicks.map(({ at, label }) => (
        <AxisText key={at} x={x(at)} y="112" textAnchor="middle">
          {label}
        </AxisText>
      ))}
      <path d={dotsOf(points, 'fresh', x, y)} className={`${dots} stroke-fresh-solid`} />
      <path d={dotsOf(points, 'late', x, y)} className={`${dots} stroke-late-solid`} />
      {middle !== null && (
        <Line
          from={{ x: left, y: y(middle) }}
          to={{ x: right, y: y(middle) }}
          strokeWidth="1.5"
          strokeDasharray="5 4"
          className="stroke-ink-2"
        />
      )}
    </svg>
  )
}

const dots = 'fill-none stroke-[3.4px] [stroke-linecap:round]'

/** Lines without a length, of which the round ends are seen. */
function dotsOf(points: readonly ScatterPoint[], tone: ScatterPoint['tone'], x: Scale, y: Scale): string {
  return points
    .filter((point) => point.tone === tone)
    .map((point) => `M${x(point.x).toFixed(1)} ${y(point.most).toFixed(1)}h0`)
    .join('')
}
