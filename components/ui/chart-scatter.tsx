import { ChartHistogram } from './chart-histogram.tsx'
import { linearScale, logScale, type Scale } from './chart-scale.ts'

export type ScatterPoint = {
  readonly key: string
  readonly x: number
  /** The same twice where the value is known exactly; otherwise what is possible. */
  readonly least: number
  readonly most: number
  readonly tone: 'fresh' | 'late' | 'unknown'
}

type Span = { readonly key: string; readonly from: number; readonly until: number }
export type ScatterBand = Span & { readonly label: string }
export type ScatterSpan = Span & { readonly tone: 'fresh' | 'late' | 'unknown' }

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
  /** Spans of time behind the points, with their words. */
  readonly bands: readonly ScatterBand[]
  /** A strip below the axis: how things stood. */
  readonly strip: readonly ScatterSpan[]
  /** What was promised, as a line across the values; null: nothing. */
  readonly promise: Tick | null
}

const fill = { fresh: 'fill-fresh-solid', late: 'fill-late-solid', unknown: 'fill-unknown' } as const
const left = 56
const right = 846
const top = 10
const bottom = 212
const axisWordsAt = 238

/** Values over time on a logarithmic scale, and beside them how often each size occurs. */
export function ChartScatter(props: ChartScatterProps) {
  const x = linearScale(props.xRange, [left + 6, right - 6])
  const y = logScale(props.yRange, [bottom, top])
  return (
    <svg viewBox="0 0 1066 248" role="img" aria-label={props.name} className="block w-full [direction:ltr]">
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
      <Bands bands={props.bands} x={x} />
      <path d={`M${left} ${bottom + 0.5}H${right}`} className="stroke-line-strong" />
      {props.strip.map((span) => (
        <rect
          key={span.key}
          {...placeOf(span, x)}
          y={bottom + 6}
          height="5"
          className={span.tone === 'unknown' ? 'fill-line-strong' : fill[span.tone]}
        />
      ))}
      {props.xTicks.map((tick) => (
        <g key={tick.at}>
          <path d={`M${x(tick.at)} ${bottom}v4`} className="stroke-line-strong" />
          <text
            x={x(tick.at)}
            y={axisWordsAt}
            textAnchor="middle"
            className="fill-ink-3 text-[11px] font-medium"
          >
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
      <ChartHistogram points={props.points} y={y} top={top} bottom={bottom} />
    </svg>
  )
}

/** So wide at least that a short span is seen, and so wide that its words fit. */
const thinnest = 3
const wideEnough = 60

/** A span within the drawing. */
function placeOf({ from, until }: Span, x: Scale): { readonly x: number; readonly width: number } {
  const start = Math.max(left, x(from))
  return { x: start, width: Math.max(thinnest, Math.min(right, x(until)) - start) }
}

function Bands({ bands, x }: Pick<ChartScatterProps, 'bands'> & { readonly x: Scale }) {
  const places = bands.map((band) => ({ band, place: placeOf(band, x) }))
  return places.map(({ band, place }) => (
    <g key={band.key}>
      <rect {...place} y={top} height={bottom - top} className="fill-late-wash">
        <title>{band.label}</title>
      </rect>
      {/* Words of neighbours would lie upon each other: the table has them all. */}
      {(place.width >= wideEnough || bands.length === 1) && (
        <text
          x={Math.min(right - 40, Math.max(left + 40, place.x + place.width / 2))}
          y={bottom - 8}
          textAnchor="middle"
          className="fill-late text-[12px] font-medium"
        >
          {band.label}
        </text>
      )}
    </g>
  ))
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
