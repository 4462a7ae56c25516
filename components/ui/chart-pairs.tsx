import { linearScale, logScale } from './chart-scale.ts'

type Pair = { readonly key: string; readonly label: string; readonly low: number; readonly high: number }

type ChartPairsProps = {
  readonly name: string
  /** Oldest first, above 0; `low` is drawn full, `high` as a ring above it. */
  readonly pairs: readonly Pair[]
  /** Ends of the logarithmic scale, above 0, and what is written along it. */
  readonly yRange: readonly [number, number]
  readonly yTicks: readonly { readonly at: number; readonly label: string }[]
}

const left = 56
const right = 1040
const top = 10
const bottom = 132

/** Two values of each span of time, one above the other, on a logarithmic scale. */
export function ChartPairs({ name, pairs, yRange, yTicks }: ChartPairsProps) {
  const x = linearScale([-0.5, pairs.length - 0.5], [left, right])
  const y = logScale(yRange, [bottom, top])
  return (
    <svg viewBox="0 0 1066 160" role="img" aria-label={name} className="block w-full [direction:ltr]">
      {yTicks.map(({ at, label }) => (
        <g key={label}>
          <path d={`M${left} ${y(at)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={y(at) + 4} textAnchor="end" className="fill-ink-3 text-[11px] font-medium">
            {label}
          </text>
        </g>
      ))}
      {pairs.map(({ key, label, low, high }, index) => (
        <g key={key}>
          <path d={`M${x(index)} ${y(low)}V${y(high)}`} strokeWidth="2" className="stroke-line-strong" />
          <circle cx={x(index)} cy={y(low)} r="4.5" className="fill-fresh-solid" />
          <circle
            cx={x(index)}
            cy={y(high)}
            r="4"
            strokeWidth="2"
            className="fill-paper stroke-fresh-solid"
          />
          <text x={x(index)} y="152" textAnchor="middle" className="fill-ink-3 text-[11px] font-medium">
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}
