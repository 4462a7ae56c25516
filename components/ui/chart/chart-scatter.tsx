import type { ComponentProps } from 'react'
import { scaleLinear, scaleLog } from '@visx/scale'
import { Bar, Circle, Line } from '@visx/shape'
import { AxisColumns, AxisRows, type Scale, type Tick } from './chart-axis.tsx'
import type { FullSize, ScatterPoint } from './chart-frame.tsx'
import { ChartHistogram } from './chart-histogram.tsx'

type Span = { readonly key: string; readonly from: number; readonly until: number }
export type ScatterBand = Span & { readonly label: string }
export type ScatterSpan = Span & { readonly tone: 'fresh' | 'late' | 'unknown' }

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
  /** The promise, as a line across the values; null: nothing. */
  readonly promise: Tick | null
  readonly size: FullSize
}

const fill = { fresh: 'fill-fresh-solid', late: 'fill-late-solid', unknown: 'fill-unknown' } as const
const left = 56
const top = 10
const bottom = 212
const axisWordsAt = 238
/** `right`: where the values end; between `histogram` and the width stands how often each occurs. */
const sizes = {
  narrow: { width: 340, right: 262, radius: 2, histogram: { left: 272, width: 62, hasWords: false } },
  half: { width: 700, right: 520, radius: 2.6, histogram: { left: 542, width: 110, hasWords: true } },
  wide: { width: 1066, right: 846, radius: 3.2, histogram: { left: 876, width: 130, hasWords: true } },
} as const

/** Values over time on a logarithmic scale, and beside them how often each size occurs. */
export function ChartScatter(props: ChartScatterProps) {
  const { width, right, histogram, radius } = sizes[props.size]
  const x = scaleLinear<number>({ domain: [...props.xRange], range: [left + 6, right - 6] })
  const y = scaleLog<number>({ domain: [...props.yRange], range: [bottom, top], clamp: true })
  /** Words stand above their line, or below it where the other line, or its words, would go through them. */
  const wordsAt = (own: Tick, other: Tick | null) => {
    const isLower = other !== null && (other.at > own.at || (other.at === own.at && own === props.line))
    return y(own.at) + (isLower && y(own.at) - y(other.at) < 20 ? 15 : -6)
  }
  return (
    <svg
      viewBox={`0 0 ${width} 248`}
      role="img"
      aria-label={props.name}
      className="block w-full [direction:ltr]"
    >
      <AxisRows scale={y} ticks={props.yTicks} left={left} right={right} />
      <Bands bands={props.bands} x={x} right={right} />
      <Across y={bottom + 0.5} until={right} className="stroke-line-strong" />
      {props.strip.map((span) => (
        <Bar
          key={span.key}
          {...placeOf(span, x, right)}
          y={bottom + 6}
          height="5"
          className={span.tone === 'unknown' ? 'fill-line-strong' : fill[span.tone]}
        />
      ))}
      {props.xTicks.map(({ at }) => (
        <Line
          key={at}
          from={{ x: x(at), y: bottom }}
          to={{ x: x(at), y: bottom + 4 }}
          className="stroke-line-strong"
        />
      ))}
      <AxisColumns scale={x} ticks={props.xTicks} y={axisWordsAt} />
      {props.points.map((point) => (
        <Mark key={point.key} point={point} x={x} y={y} radius={radius} />
      ))}
      {props.promise !== null && (
        <g>
          <Across y={y(props.promise.at)} until={right} className="stroke-ink-2" />
          <text
            x={left + 6}
            y={wordsAt(props.promise, props.line)}
            paintOrder="stroke"
            strokeWidth="4"
            className="fill-ink stroke-paper text-[12px] font-semibold"
          >
            {props.promise.label}
          </text>
        </g>
      )}
      <ChartHistogram points={props.points} y={y} top={top} bottom={bottom} {...histogram} />
      {props.line !== null && (
        <g>
          <Across y={y(props.line.at)} until={width - 8} strokeDasharray="5 4" className="stroke-ink-2" />
          {/* The words end before the bars, which they would cover. */}
          <text
            x={right - 4}
            y={wordsAt(props.line, props.promise)}
            textAnchor="end"
            paintOrder="stroke"
            strokeWidth="4"
            className="fill-ink stroke-paper text-[12px] font-semibold"
          >
            {props.line.label}
          </text>
        </g>
      )}
    </svg>
  )
}

type AcrossProps = ComponentProps<typeof Line> & { readonly y: number; readonly until: number }

/** A line across the drawing. */
function Across({ y, until, ...line }: AcrossProps) {
  return <Line from={{ x: left, y }} to={{ x: until, y }} {...line} />
}

/** So wide at least that a short span is seen, and so wide that its words fit. */
const thinnest = 3
const wideEnough = 60

/** A span within the drawing. */
function placeOf(
  { from, until }: Span,
  x: Scale,
  right: number,
): { readonly x: number; readonly width: number } {
  const start = Math.max(left, x(from))
  return { x: start, width: Math.max(thinnest, Math.min(right, x(until)) - start) }
}

type BandsProps = Pick<ChartScatterProps, 'bands'> & { readonly x: Scale; readonly right: number }

function Bands({ bands, x, right }: BandsProps) {
  const places = bands.map((band) => ({ band, place: placeOf(band, x, right) }))
  return places.map(({ band, place }) => (
    <g key={band.key}>
      <Bar {...place} y={top} height={bottom - top} className="fill-late-wash">
        <title>{band.label}</title>
      </Bar>
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

type MarkProps = {
  readonly point: ScatterPoint
  readonly x: Scale
  readonly y: Scale
  readonly radius: number
}

function Mark({ point, x, y, radius }: MarkProps) {
  const isRange = point.most > point.least
  const middle = (y(point.least) + y(point.most)) / 2
  return (
    <g data-point={point.key}>
      {isRange && (
        <Line
          from={{ x: x(point.x), y: y(point.least) }}
          to={{ x: x(point.x), y: y(point.most) }}
          strokeWidth={1.5 * radius}
          className="stroke-unknown opacity-35"
        />
      )}
      <Circle cx={x(point.x)} cy={middle} r={radius} className={isRange ? fill.unknown : fill[point.tone]} />
    </g>
  )
}
