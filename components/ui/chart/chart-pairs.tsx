import { scaleLinear, scaleLog } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { AxisRows, AxisText, type Tick } from './chart-axis.tsx'
import type { FullSize } from './chart-frame.tsx'

type Pair = { readonly key: string; readonly label: string; readonly low: number; readonly high: number }

type ChartPairsProps = {
  readonly name: string
  /** Oldest first, above 0; `low` is drawn full, `high` as a ring above it. */
  readonly pairs: readonly Pair[]
  /** Ends of the logarithmic scale, above 0, and what is written along it. */
  readonly yRange: readonly [number, number]
  readonly yTicks: readonly Tick[]
  /** half: of a page. */
  readonly size: FullSize
}

const left = 56
/** Labels below the axis: no more of them stand side by side. */
const sizes = {
  narrow: { width: 340, right: 326, mostLabels: 4 },
  half: { width: 600, right: 586, mostLabels: 7 },
  wide: { width: 1066, right: 1040, mostLabels: 13 },
} as const
const top = 10
const bottom = 132

/** Two values of each span of time, one above the other, on a logarithmic scale. */
export function ChartPairs({ name, pairs, yRange, yTicks, size }: ChartPairsProps) {
  const { width, right, mostLabels } = sizes[size]
  const step = Math.ceil(pairs.length / mostLabels)
  const x = scaleLinear<number>({ domain: [-0.5, pairs.length - 0.5], range: [left, right] })
  const y = scaleLog<number>({ domain: [...yRange], range: [bottom, top], clamp: true })
  return (
    <svg viewBox={`0 0 ${width} 160`} role="img" aria-label={name} className="block w-full [direction:ltr]">
      <AxisRows scale={y} ticks={yTicks} left={left} right={right} />
      {pairs.map(({ key, low, high }, index) => (
        <g key={key} data-point={key}>
          <Line
            from={{ x: x(index), y: y(low) }}
            to={{ x: x(index), y: y(high) }}
            strokeWidth="2"
            className="stroke-line-strong"
          />
          <Circle cx={x(index)} cy={y(low)} r="4.5" className="fill-fresh-solid" />
          <Circle
            cx={x(index)}
            cy={y(high)}
            r="4"
            strokeWidth="2"
            className="fill-paper stroke-fresh-solid"
          />
        </g>
      ))}
      {pairs.map(({ key, label }, index) => (
        <AxisText key={key} x={x(index)} y="152" textAnchor="middle">
          {(pairs.length - 1 - index) % step === 0 ? label : ''}
        </AxisText>
      ))}
    </svg>
  )
}
