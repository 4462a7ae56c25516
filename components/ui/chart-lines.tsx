import { placeLabels } from './chart-labels.ts'
import { logScale, type Scale } from './chart-scale.ts'

export type ChartLine = {
  readonly key: string
  readonly label: string
  readonly tone: 'first' | 'second' | 'other'
  /** SVG dash pattern; '' is solid. */
  readonly dash: string
  /** Rising in x, both above 0. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

type Tick = { readonly at: number; readonly label: string }

type ChartLinesProps = {
  readonly name: string
  readonly lines: readonly ChartLine[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly xLabel: string
  /** A dashed line at a value of x, with its words. */
  readonly mark: Tick | null
  /** A dotted line from a point to another one with the same y, which is ringed and named. */
  readonly bridge?: Bridge | null
}

type Bridge = { readonly fromX: number; readonly toX: number; readonly y: number; readonly label: string }

const left = 56
const right = 600
const top = 12
const bottom = 384

const stroke = { first: 'stroke-fresh-solid', second: 'stroke-fresh-solid', other: 'stroke-ink-3' } as const
const fill = { first: 'fill-fresh-solid', second: 'fill-fresh-solid', other: 'fill-ink-3' } as const
const words = {
  first: 'fill-ink font-semibold',
  second: 'fill-ink font-semibold',
  other: 'fill-ink-2',
} as const

/** Curves over two logarithmic axes, each named at its right end. */
export function ChartLines(props: ChartLinesProps) {
  const { name, lines, xTicks, yTicks, xLabel, mark, bridge = null } = props
  const [xs, ys] = [rangeOf(lines, 'x', xTicks), rangeOf(lines, 'y', yTicks)]
  const x = logScale(xs, [left + 8, right - 8])
  const y = logScale(ys, [bottom - 6, top])
  const labelled = placeLabels(
    lines.map((line) => ({ line, at: y(line.points.at(-1)?.y ?? ys[0]) })),
    bottom,
  )
  return (
    <svg viewBox="0 0 780 424" role="img" aria-label={name} className="block w-full [direction:ltr]">
      {yTicks.map((tick) => (
        <g key={tick.at}>
          <path d={`M${left} ${y(tick.at)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={y(tick.at) + 4} textAnchor="end" className={axisWords}>
            {tick.label}
          </text>
        </g>
      ))}
      <path d={`M${left} ${bottom + 0.5}H${right}`} className="stroke-line-strong" />
      {xTicks.map((tick) => (
        <text key={tick.at} x={x(tick.at)} y={bottom + 18} textAnchor="middle" className={axisWords}>
          {tick.label}
        </text>
      ))}
      <text x={right} y={bottom + 36} textAnchor="end" className={axisWords}>
        {xLabel}
      </text>
      {mark !== null && (
        <g>
          <path d={`M${x(mark.at)} ${top}V${bottom}`} strokeDasharray="4 4" className="stroke-ink-2" />
          <text
            x={x(mark.at) - 6}
            y={bottom - 8}
            textAnchor="end"
            className="fill-ink text-[12px] font-semibold"
          >
            {mark.label}
          </text>
        </g>
      )}
      {labelled.map(({ line, at, place }) => (
        <g key={line.key}>
          <path
            d={line.points
              .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`)
              .join('')}
            fill="none"
            strokeWidth={line.tone === 'first' ? 3 : 1.75}
            strokeDasharray={line.dash}
            className={stroke[line.tone]}
          />
          {line.points.map((point) => (
            <circle
              key={point.x}
              cx={x(point.x)}
              cy={y(point.y)}
              r={line.points.length === 1 || line.tone === 'first' ? 4 : 2.5}
              className={fill[line.tone]}
            />
          ))}
          <path
            d={`M${x(line.points.at(-1)?.x ?? 0) + 6} ${at}L${right + 4} ${place}H${right + 8}`}
            fill="none"
            className="stroke-line-strong"
          />
          <text x={right + 12} y={place + 4} className={`text-[12px] ${words[line.tone]}`}>
            {line.label}
          </text>
        </g>
      ))}
      {bridge !== null && <BridgeLine bridge={bridge} x={x} y={y} />}
    </svg>
  )
}

/** Its words stand this far above it; to the right, where falling curves leave room, unless there are less than so many units. */
const bridgeWords = { above: 44, length: 270 } as const

function BridgeLine({ bridge, x, y }: { readonly bridge: Bridge; readonly x: Scale; readonly y: Scale }) {
  const [from, to, level] = [x(bridge.fromX), x(bridge.toX), y(bridge.y)]
  const words = Math.max(top + 12, level - bridgeWords.above)
  const fits = to + bridgeWords.length <= right
  return (
    <g>
      <path d={`M${from} ${level}H${to}`} strokeWidth="1.5" strokeDasharray="2 3" className="stroke-ink" />
      <path d={`M${to} ${words + 4}V${level}`} className="stroke-line-strong" />
      <circle cx={to} cy={level} r="4.5" strokeWidth="2" className="fill-paper stroke-ink-2" />
      <text
        x={fits ? to : right}
        y={words}
        textAnchor={fits ? 'start' : 'end'}
        paintOrder="stroke"
        strokeWidth="5"
        className="fill-ink stroke-paper text-[12px] font-semibold"
      >
        {bridge.label}
      </text>
    </g>
  )
}

const axisWords = 'fill-ink-3 text-[11px] font-medium'

function rangeOf(lines: readonly ChartLine[], axis: 'x' | 'y', ticks: readonly Tick[]): [number, number] {
  const values = [
    ...lines.flatMap(({ points }) => points.map((point) => point[axis])),
    ...ticks.map(({ at }) => at),
  ]
  return values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)]
}
