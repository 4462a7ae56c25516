import { scaleLinear } from '@visx/scale'
import { Bar, Circle, Line, LinePath } from '@visx/shape'
import { AxisColumns, AxisRows, AxisText, axisFromNought, type Scale, type Tick } from './chart-axis.tsx'

type RisePoint = readonly [x: number, y: number]

type ChartRiseProps = {
  readonly name: string
  /** Rising in x; several rises one after the other fall straight down between them. */
  readonly points: readonly RisePoint[]
  /** The rest of the last rise, drawn faintly. */
  readonly beyond: readonly RisePoint[]
  /** A dashed line at a value of y, with its words. */
  readonly line: Tick
  /** The marks on the rise: a ring, and a full dot. `label` is written below the axis. */
  readonly now: Tick & { readonly y: number }
  readonly next: Tick & { readonly y: number }
  readonly xTicks: readonly Tick[]
  readonly yLabel: string
  readonly formatY: (value: number) => string
}

const left = 44
const right = 332
const top = 26
const bottom = 150
/** Of bold words of 11 px, on average. */
const widthOfLetter = 6.2
const strongWords = 'fill-ink text-[11px] font-semibold'

/** A value that grows with time against the one it must reach, with the present and the moment at which it is acted upon. */
export function ChartRise(props: ChartRiseProps) {
  const { points, beyond, line, now, next, xTicks } = props
  const all = [...points, ...beyond]
  const x = scaleLinear<number>({
    domain: [all[0]?.[0] ?? 0, Math.max(...all.map(([at]) => at))],
    range: [left, right],
  })
  const { scale: y, ticks } = axisFromNought(Math.max(line.at, ...all.map(([, value]) => value)), [
    bottom,
    top,
  ])
  const path = { x: ([at]: RisePoint) => x(at), y: ([, value]: RisePoint) => y(value) }
  return (
    <svg viewBox="0 0 340 190" role="img" aria-label={props.name} className="block w-full [direction:ltr]">
      <AxisText x="0" y="11">
        {props.yLabel}
      </AxisText>
      <AxisRows
        scale={y}
        ticks={ticks.map((at) => ({ at, label: props.formatY(at) }))}
        left={left}
        right={right}
      />
      <Bar
        x={x(now.at)}
        y={top}
        width={Math.max(0, x(next.at) - x(now.at))}
        height={bottom - top}
        className="fill-deep"
      />
      <Line
        from={{ x: left, y: y(line.at) }}
        to={{ x: right, y: y(line.at) }}
        strokeDasharray="5 4"
        className="stroke-ink-2"
      />
      <LinePath
        data={[...beyond]}
        {...path}
        strokeWidth="2"
        strokeDasharray="2 3"
        strokeLinecap="butt"
        className="stroke-fresh-solid"
      />
      <LinePath data={[...points]} {...path} strokeWidth="2" className="stroke-fresh-solid" />
      <text x={right} y={y(line.at) + (y(line.at) > 60 ? -6 : 15)} textAnchor="end" className={strongWords}>
        {line.label}
      </text>
      <Marks now={now} next={next} x={x} y={y} />
      <AxisColumns scale={x} ticks={xTicks} y={166} anchorOf={anchorOf} />
    </svg>
  )
}

function Marks({
  now,
  next,
  x,
  y,
}: Pick<ChartRiseProps, 'now' | 'next'> & { readonly x: Scale; readonly y: Scale }) {
  // Words that would touch stand on both sides of the middle between them.
  const isClose = x(next.at) - x(now.at) < 90
  const middle = (x(next.at) + x(now.at)) / 2
  // Long words at the left end push both to the right, so that none leaves the drawing.
  const closeEnd = Math.max(middle - 5, now.label.length * widthOfLetter)
  const place = (at: number, side: -1 | 1) =>
    isClose ? closeEnd + (side === 1 ? 10 : 0) : Math.min(right, Math.max(left, x(at)))
  return (
    <g>
      {[now, next].map(({ at }) => (
        <Line
          key={at}
          from={{ x: x(at), y: bottom }}
          to={{ x: x(at), y: bottom + 5 }}
          className="stroke-ink-2"
        />
      ))}
      <Circle
        data-point="now"
        cx={x(now.at)}
        cy={y(now.y)}
        r="4"
        strokeWidth="2"
        className="fill-paper stroke-fresh-solid"
      />
      <Circle data-point="next" cx={x(next.at)} cy={y(next.y)} r="4.5" className="fill-fresh-solid" />
      <text
        x={place(now.at, -1)}
        y="183"
        textAnchor={isClose ? 'end' : anchorOf(x(now.at))}
        className={strongWords}
      >
        {now.label}
      </text>
      <text
        x={place(next.at, 1)}
        y="183"
        textAnchor={isClose ? 'start' : anchorOf(x(next.at))}
        className={strongWords}
      >
        {next.label}
      </text>
    </g>
  )
}

/** Words near an end of the axis do not leave the drawing. */
function anchorOf(position: number): 'start' | 'middle' | 'end' {
  if (position < left + 30) return 'start'
  return position > right - 30 ? 'end' : 'middle'
}
