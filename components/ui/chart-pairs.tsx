import { scaleLinear, scaleLog } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { AxisRows, AxisText, type Tick } from './chart-axis.tsx'

type Pair = { readonly key: string; readonly label: string; readonly low: number; readonly high: number }

type ChartPairsProps = {
  readonly name: string
  /** Oldest first, above 0; `low` is drawn full, `high` as a ring above it. */
  readonly pairs: readonly Pair[]
  /** Ends of the logarithmic scale, above 0, and what is written along it. */
  readonly yRange: readonly [number, number]
  readonly yTicks: readonly Tick[]
}

const left = 56
const right = 1040
const top = 10
const bottom = 132

/** Two values of each span of time, one above the other, on a logarithmic scale. */
export function ChartPairs({ name, pairs, yRange, yTicks }: ChartPairsProps) {
  const x = scaleLinear<number>({ domain: [-0.5, pairs.length - 0.5], range: [left, right] })
  const y = scaleLog<number>({ domain: [...yRange], range: [bottom, top], clamp: true })
  return (
    <svg viewBox="0 0 1066 160" role="img" aria-label={name} className="block w-full [direction:ltr]">
      <AxisRows scale={y} ticks={yTicks} left={left} right={right} />
      {pairs.map(({ key, label, low, high }, index) => (
        <g key={key}>
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
          <AxisText x={x(index)} y="152" textAnchor="middle">
            {label}
          </AxisText>
        </g>
      ))}
    </svg>
  )
}
