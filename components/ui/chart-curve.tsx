import { linearScale, logScale, niceCeiling } from './chart-scale.ts'

type CurvePoint = { readonly x: number; readonly y: number }

type ChartCurveProps = {
  readonly name: string
  /** Rising in x, above 0. */
  readonly points: readonly CurvePoint[]
  readonly xLabel: string
  readonly formatX: (value: number) => string
  readonly formatY: (value: number) => string
  /** Where things stand, and where they would go. */
  readonly now: CurvePoint | null
  readonly then: CurvePoint | null
}

const left = 40
const right = 258
const top = 14
const bottom = 126

/** A falling or rising curve over a logarithmic axis, with the present and the proposed point on it. */
export function ChartCurve({ name, points, xLabel, formatX, formatY, now, then }: ChartCurveProps) {
  const xs = points.map((point) => point.x)
  const highest = niceCeiling(Math.max(...points.map((point) => point.y), now?.y ?? 0, then?.y ?? 0))
  const x = logScale([Math.min(...xs), Math.max(...xs)], [left, right])
  const y = linearScale([0, highest], [bottom, top])
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('')
  return (
    <svg viewBox="0 0 264 164" role="img" aria-label={name} className="block w-full [direction:ltr]">
      {[0, highest / 2, highest].map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${right}`} className="stroke-line" />
          <text x={left - 6} y={y(value) + 4} textAnchor="end" className="fill-ink-3 text-[11px] font-medium">
            {formatY(value)}
          </text>
        </g>
      ))}
      <path d={path} fill="none" strokeWidth="2" className="stroke-fresh-solid" />
      {ticksOf(xs).map((value) => (
        <text
          key={value}
          x={x(value)}
          y="142"
          textAnchor="middle"
          className="fill-ink-3 text-[11px] font-medium"
        >
          {formatX(value)}
        </text>
      ))}
      <text x={right} y="160" textAnchor="end" className="fill-ink-3 text-[11px] font-medium">
        {xLabel}
      </text>
      {now !== null && (
        <g>
          <path d={`M${x(now.x)} ${y(now.y)}V${bottom}`} strokeDasharray="3 3" className="stroke-ink-3" />
          <circle
            cx={x(now.x)}
            cy={y(now.y)}
            r="5"
            className={then === null ? 'fill-fresh-solid' : 'fill-ink-3'}
          />
        </g>
      )}
      {then !== null && (
        <circle
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
