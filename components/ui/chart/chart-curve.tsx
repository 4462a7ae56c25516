import { scaleLog } from '@visx/scale'
import { Circle, Line, LinePath } from '@visx/shape'
import { AxisColumns, AxisRows, AxisText, axisFromNought } from './chart-axis.tsx'

type CurvePoint = { readonly x: number; readonly y: number }

type ChartCurveProps = {
  readonly name: string
  /** Rising in x, above 0. */
  readonly points: readonly CurvePoint[]
  readonly xLabel: string
  readonly formatX: (value: number) => string
  readonly formatY: (value: number) => string
  /** The present place, and the one after the change. */
  readonly now: CurvePoint | null
  readonly then: CurvePoint | null
}

const left = 44
const right = 258
const top = 14
const bottom = 126

/** A falling or rising curve over a logarithmic axis, with the present and the proposed point on it. */
export function ChartCurve({ name, points, xLabel, formatX, formatY, now, then }: ChartCurveProps) {
  const xs = points.map((point) => point.x)
  const x = scaleLog<number>({
    domain: [Math.min(...xs), Math.max(...xs)],
    range: [left, right],
    clamp: true,
  })
  const most = Math.max(...points.map((point) => point.y), now?.y ?? 0, then?.y ?? 0)
  const { scale: y, ticks } = axisFromNought(most, [bottom, top])
  return (
    <svg
      viewBox="0 0 264 164"
      role="img"
      aria-label={name}
      className="block w-full max-w-[340px] [direction:ltr]"
    >
      <AxisRows scale={y} ticks={ticks.map((at) => ({ at, label: formatY(at) }))} left={left} right={right} />
      <LinePath
        data={[...points]}
        x={(point) => x(point.x)}
        y={(point) => y(point.y)}
        strokeWidth="2"
        className="stroke-fresh-solid"
      />
      {points.map((point, index) => (
        <Circle
          key={index}
          data-point={index}
          cx={x(point.x)}
          cy={y(point.y)}
          r="3"
          className="fill-fresh-solid"
        />
      ))}
      <AxisColumns
        scale={x}
        ticks={ticksOf(xs).map((at) => ({ at, label: formatX(at) }))}
        y={142}
        anchorOf={(at) => (at > right - 12 ? 'end' : 'middle')}
      />
      <AxisText x={right} y="160" textAnchor="end">
        {xLabel}
      </AxisText>
      {now !== null && (
        <g>
          <Line
            from={{ x: x(now.x), y: y(now.y) }}
            to={{ x: x(now.x), y: bottom }}
            strokeDasharray="3 3"
            className="stroke-ink-3"
          />
          <Circle
            cx={x(now.x)}
            cy={y(now.y)}
            r="5"
            className={then === null ? 'fill-fresh-solid' : 'fill-ink-3'}
          />
        </g>
      )}
      {then !== null && (
        <Circle
          cx={x(then.x)}
          cy={y(then.y)}
          r="5"
          strokeWidth="2.5"
          className="fill-paper stroke-fresh-solid"
        />
      )}
    </svg>
  )
}

/** First, last and up to three values between, so that labels do not touch. */
function ticksOf(xs: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil((xs.length - 1) / 4))
  return xs.filter((_, index) => index % step === 0)
}
