import { linearScale } from './chart-scale.ts'

type ChartHoursProps = {
  readonly name: string
  /** 24 values by hour of the day; their unit does not matter. */
  readonly values: readonly number[]
  /** Hours of the day, with fractions, to mark below the axis. */
  readonly marks?: readonly number[]
  readonly marksName?: string
  readonly now?: number
}

const width = 660
const top = 8
const base = 96

/** 24 bars, one per hour, and under them the marks that belong to the same day. */
export function ChartHours({ name, values, marks = [], marksName = '', now }: ChartHoursProps) {
  const height = scaleOf(values)
  const x = linearScale([0, 24], [0, width])
  const hasMarks = marksName !== ''
  return (
    <svg
      viewBox={`0 0 ${width} ${hasMarks ? 152 : 116}`}
      role="img"
      aria-label={name}
      className="block w-full [direction:ltr]"
    >
      {values.map((value, hour) => (
        <rect
          key={hour}
          x={x(hour) + 1}
          y={base - height(value)}
          width={width / 24 - 2}
          height={height(value)}
          rx="1"
          className="fill-fresh-solid"
        />
      ))}
      <path d={`M0 ${base + 0.5}H${width}`} className="stroke-line-strong" />
      {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
        <text key={hour} x={x(hour)} y="112" className="fill-ink-3 text-[11px] font-medium">
          {`${String(hour).padStart(2, '0')}:00`}
        </text>
      ))}
      {hasMarks && <Marks x={x} marks={marks} name={marksName} />}
      {now !== undefined && (
        <path
          d={`M${x(now)} ${top}V${hasMarks ? 140 : base}`}
          strokeDasharray="3 3"
          className="stroke-ink-3"
        />
      )}
    </svg>
  )
}

function Marks(props: {
  readonly x: (hour: number) => number
  readonly marks: readonly number[]
  readonly name: string
}) {
  // Many marks become thin, so that they stay apart.
  const thickness = Math.max(0.5, Math.min(2, width / props.marks.length / 3))
  return (
    <g>
      {props.marks.map((hour, index) => (
        <path key={index} d={`M${props.x(hour)} 122V136`} strokeWidth={thickness} className="stroke-ink-2" />
      ))}
      <path d={`M0 136.5H${width}`} className="stroke-line-strong" />
      <text x="0" y="150" className="fill-ink-3 text-[11px] font-medium">
        {props.name}
      </text>
    </g>
  )
}

/** Hours without a posting keep a sliver of 2 units, so that the bar is seen to be measured. */
function scaleOf(values: readonly number[]) {
  const highest = Math.max(...values, 0)
  return (value: number) => Math.max(2, highest === 0 ? 0 : (value / highest) * (base - top))
}
