import { scaleLog } from '@visx/scale'
import { Area, Circle, Line, LinePath } from '@visx/shape'
import { AxisColumns, AxisRows, AxisText, type Scale, type Tick } from './chart-axis.tsx'
import { ChartBridge, type Bridge } from './chart-bridge.tsx'
import { ChartEnds } from './chart-ends.tsx'
import type { ChartSize } from './chart-frame.tsx'

type LinePoint = {
  readonly x: number
  readonly y: number
  readonly low: number | null
  readonly high: number | null
}

export type ChartLine = {
  readonly key: string
  readonly label: string
  readonly tone: 'first' | 'second' | 'other'
  /** SVG dash pattern; '' is solid. */
  readonly dash: string
  /** Rising in x, all above 0. What lies between `low` and `high` is shaded; null: nothing is. */
  readonly points: readonly LinePoint[]
}

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
  readonly size: ChartSize
}

const left = 56
const top = 12
const sizes = {
  narrow: { width: 340, right: 332, bottom: 260 },
  wide: { width: 780, right: 600, bottom: 384 },
} as const

/** Curves over two logarithmic axes, each named at its right end, on phones below. */
export function ChartLines(props: ChartLinesProps) {
  const { name, lines, xTicks, yTicks, xLabel, mark, bridge = null, size } = props
  const { width, right, bottom } = sizes[size]
  const x = scaleLog<number>({
    domain: rangeOf([...pointsOf(lines, 'x'), ...xTicks.map(({ at }) => at)]),
    range: [left + 8, right - 8],
    clamp: true,
  })
  const y = scaleLog<number>({
    domain: rangeOf([...pointsOf(lines, 'y'), ...yTicks.map(({ at }) => at)]),
    range: [bottom - 6, top],
    clamp: true,
  })
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${bottom + 40}`}
        role="img"
        aria-label={name}
        className="block w-full [direction:ltr]"
      >
        <AxisRows scale={y} ticks={yTicks} left={left} right={right} />
        <Line
          from={{ x: left, y: bottom + 0.5 }}
          to={{ x: right, y: bottom + 0.5 }}
          className="stroke-line-strong"
        />
        <AxisColumns scale={x} ticks={xTicks} y={bottom + 18} />
        <AxisText x={right} y={bottom + 36} textAnchor="end">
          {xLabel}
        </AxisText>
        {lines.map(({ key, points }) => (
          <Band key={key} points={points} x={x} y={y} />
        ))}
        {mark !== null && <MarkLine mark={mark} x={x(mark.at)} bottom={bottom} />}
        {lines.map((line) => (
          <Curve key={line.key} line={line} x={x} y={y} />
        ))}
        {size === 'wide' && (
          <ChartEnds
            ends={lines.flatMap(({ key, label, tone, points }) =>
              points
                .slice(-1)
                .map((last) => ({ key, label, x: x(last.x), y: y(last.y), isStrong: tone !== 'other' })),
            )}
            x={right + 12}
            bottom={bottom}
          />
        )}
        {bridge !== null && <ChartBridge bridge={bridge} x={x} y={y} top={top} right={right} />}
      </svg>
      {size === 'narrow' && <ChartLegend lines={lines} />}
    </>
  )
}

type Scales = { readonly x: Scale; readonly y: Scale }

/** Between what its points lie, where that is known. */
function Band({ points, x, y }: Scales & Pick<ChartLine, 'points'>) {
  const known = points.flatMap(({ low, high, x: at }) =>
    low === null || high === null ? [] : [{ low, high, at }],
  )
  return (
    <Area
      data={known}
      x={({ at }) => x(at)}
      y0={({ low }) => y(low)}
      y1={({ high }) => y(high)}
      className="fill-fresh-wash"
    />
  )
}

type MarkLineProps = { readonly mark: Tick; readonly x: number; readonly bottom: number }

function MarkLine({ mark, x, bottom }: MarkLineProps) {
  return (
    <g>
      <Line from={{ x, y: top }} to={{ x, y: bottom }} strokeDasharray="4 4" className="stroke-ink-2" />
      <text x={x - 6} y={bottom - 8} textAnchor="end" className="fill-ink text-[12px] font-semibold">
        {mark.label}
      </text>
    </g>
  )
}

function Curve({ line: { key, points, tone, dash }, x, y }: Scales & { readonly line: ChartLine }) {
  const isOther = tone === 'other'
  return (
    <g>
      <LinePath
        data={[...points]}
        x={(point) => x(point.x)}
        y={(point) => y(point.y)}
        strokeWidth={tone === 'first' ? 3 : 1.75}
        strokeDasharray={dash}
        strokeLinecap="butt" // dashes keep their lengths, by which lines are told apart
        className={isOther ? 'stroke-ink-3' : 'stroke-fresh-solid'}
      />
      {points.map((point, index) => (
        <Circle
          key={index} // two budgets may have spent the same
          data-point={`${key} ${index}`}
          cx={x(point.x)}
          cy={y(point.y)}
          r={points.length === 1 || tone === 'first' ? 4 : 2.5}
          className={isOther ? 'fill-ink-3' : 'fill-fresh-solid'}
        />
      ))}
    </g>
  )
}

function pointsOf(lines: readonly ChartLine[], axis: 'x' | 'y'): number[] {
  return lines.flatMap(({ points }) => points.map((point) => point[axis]))
}

function rangeOf(values: readonly number[]): [number, number] {
  return values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)]
}

type LegendLine = {
  readonly key: string
  readonly label: string
  readonly tone: 'first' | 'second' | 'other'
  /** As the line is drawn; '' is solid. */
  readonly dash: string
}

/** The names of lines below their drawing, where it has no room for them. */
function ChartLegend({ lines }: { readonly lines: readonly LegendLine[] }) {
  return (
    <ul className="mt-2 grid gap-y-1 text-12">
      {lines.map(({ key, label, tone, dash }) => (
        <li key={key} className="flex items-center gap-2">
          <svg viewBox="0 0 32 8" aria-hidden className="h-2 w-8 shrink-0 [direction:ltr]">
            <Line
              from={{ x: 0, y: 4 }}
              to={{ x: 32, y: 4 }}
              strokeWidth={tone === 'first' ? 3 : 1.75}
              strokeDasharray={dash}
              className={tone === 'other' ? 'stroke-ink-3' : 'stroke-fresh-solid'}
            />
          </svg>
          <span className={tone === 'other' ? 'text-ink-2' : 'font-semibold'}>{label}</span>
        </li>
      ))}
    </ul>
  )
}
