import { useWords } from '#lib/words/use-words.tsx'
import { linearScale, logScale, type Scale } from './chart-scale.ts'

export type ScatterPoint = {
  readonly key: string
  readonly x: number
  /** The same twice where the value is known exactly; otherwise what is possible. */
  readonly least: number
  readonly most: number
  readonly tone: 'fresh' | 'late' | 'unknown'
}

type Tick = { readonly at: number; readonly label: string }

type ChartScatterProps = {
  readonly name: string
  readonly points: readonly ScatterPoint[]
  readonly xRange: readonly [number, number]
  readonly xTicks: readonly Tick[]
  /** Ends of the logarithmic scale, above 0. */
  readonly yRange: readonly [number, number]
  readonly yTicks: readonly Tick[]
  /** A dashed line at a value, with its words. */
  readonly line: Tick | null
  /** What was promised, as a line across the values; null: nothing. */
  readonly promise: Tick | null
}

const fill = { fresh: 'fill-fresh-solid', late: 'fill-late-solid', unknown: 'fill-unknown' } as const
const left = 56
const right = 846
const top = 10
const bottom = 212

/** Values over time on a logarithmic scale, and beside them how often each size occurs. */
export function ChartScatter(props: ChartScatterProps) {
  const x = linearScale(props.xRange, [left + 6, right - 6])
  const y = logScale(props.yRange, [bottom, top])
  return (
    <svg viewBox="0 0 1066 240" role="img" aria-label={props.name} className="block w-full [direction:ltr]">
      {props.yTicks.map((tick) => (
        <g key={tick.label}>
          <path d={`M${left} ${y(tick.at)}H${right}`} className="stroke-line" />
          <text
            x={left - 8}
            y={y(tick.at) + 4}
            textAnchor="end"
            className="fill-ink-3 text-[11px] font-medium"
          >
            {tick.label}
          </text>
        </g>
      ))}
      <path d={`M${left} ${bottom + 0.5}H${right}`} className="stroke-line-strong" />
      {props.xTicks.map((tick) => (
        <g key={tick.at}>
          <path d={`M${x(tick.at)} ${bottom}v4`} className="stroke-line-strong" />
          <text x={x(tick.at)} y="232" textAnchor="middle" className="fill-ink-3 text-[11px] font-medium">
            {tick.label}
          </text>
        </g>
      ))}
      {props.points.map((point) => (
        <Mark key={point.key} point={point} x={x} y={y} />
      ))}
      {props.promise !== null && (
        <g>
          <path d={`M${left} ${y(props.promise.at)}H${right}`} className="stroke-late-solid" />
          <text x={left + 6} y={y(props.promise.at) - 5} className="fill-late text-[12px] font-semibold">
            {props.promise.label}
          </text>
        </g>
      )}
      {props.line !== null && (
        <g>
          <path d={`M${left} ${y(props.line.at)}H1058`} strokeDasharray="5 4" className="stroke-ink-2" />
          <text
            x="1062"
            y={y(props.line.at) - 7}
            textAnchor="end"
            className="fill-ink text-[12px] font-semibold"
          >
            {props.line.label}
          </text>
        </g>
      )}
      <Histogram points={props.points} y={y} />
    </svg>
  )
}

function Mark({ point, x, y }: { readonly point: ScatterPoint; readonly x: Scale; readonly y: Scale }) {
  const isRange = point.most > point.least
  const middle = (y(point.least) + y(point.most)) / 2
  return (
    <g>
      {isRange && (
        <path
          d={`M${x(point.x)} ${y(point.least)}V${y(point.most)}`}
          strokeWidth="5"
          className="stroke-unknown opacity-35"
        />
      )}
      <circle cx={x(point.x)} cy={middle} r="3.2" className={isRange ? fill.unknown : fill[point.tone]} />
    </g>
  )
}

const bins = 20

/** Exact values only: a range belongs to no single bar. */
function Histogram({ points, y }: { readonly points: readonly ScatterPoint[]; readonly y: Scale }) {
  const t = useWords('common')
  const binHeight = (bottom - top) / bins
  const exact = points.filter((point) => point.least === point.most && point.tone !== 'unknown')
  const counts = Array.from({ length: bins }, () => ({ fresh: 0, late: 0 }))
  for (const point of exact) {
    const bin = counts[Math.min(bins - 1, Math.floor((y(point.least) - top) / binHeight))]
    if (bin !== undefined) bin[point.tone === 'late' ? 'late' : 'fresh'] += 1
  }
  const most = Math.max(1, ...counts.map((bin) => bin.fresh + bin.late))
  const widthOf = (count: number) => (count / most) * 130
  return (
    <g>
      <path d={`M876.5 ${top}V${bottom}`} className="stroke-line-strong" />
      {counts.map((bin, index) => (
        <g key={index}>
          <rect
            x="877"
            y={top + index * binHeight + 1}
            width={widthOf(bin.fresh)}
            height={binHeight - 2}
            className="fill-fresh-solid"
          />
          <rect
            x={877 + widthOf(bin.fresh)}
            y={top + index * binHeight + 1}
            width={widthOf(bin.late)}
            height={binHeight - 2}
            className="fill-late-solid"
          />
        </g>
      ))}
      <text x="876" y="232" className="fill-ink-3 text-[11px] font-medium">
        {t('exactCount', { count: exact.length })}
      </text>
    </g>
  )
}
