import { scaleLinear } from '@visx/scale'
import { Bar, Line } from '@visx/shape'
import { formatFullHour } from '#lib/text/format.ts'
import { AxisColumns, AxisText } from './chart-axis.tsx'
import type { ChartSize } from './chart-frame.tsx'

type ChartHoursProps = {
  readonly name: string
  /** 24 values by hour of the day; their unit does not matter. */
  readonly values: readonly number[]
  /** Says a value with its unit: the greatest is written at its height. */
  readonly format: (value: number) => string
  /** Hours of the day, with fractions, to mark below the axis. */
  readonly marks?: readonly number[]
  readonly marksName?: string
  readonly now?: number
  readonly size: ChartSize
}

const sizes = { narrow: { width: 332, tickHours: 6 }, wide: { width: 660, tickHours: 3 } } as const
const top = 22
const base = 110

/** 24 bars, one per hour, and under them the marks that belong to the same day. */
export function ChartHours({ name, values, format, marks = [], marksName = '', now, size }: ChartHoursProps) {
  const { width, tickHours } = sizes[size]
  const ticks = Array.from({ length: 24 / tickHours }, (_, index) => index * tickHours)
  const height = scaleOf(values)
  const x = scaleLinear<number>({ domain: [0, 24], range: [0, width] })
  const hasMarks = marksName !== ''
  return (
    <svg
      viewBox={`0 0 ${width} ${hasMarks ? 170 : 130}`}
      role="img"
      aria-label={name}
      className="block w-full [direction:ltr]"
    >
      <Line from={{ x: 0, y: top }} to={{ x: width, y: top }} className="stroke-line" />
      <AxisText x="0" y={top - 7}>
        {format(Math.max(0, ...values))}
      </AxisText>
      {values.map((value, hour) => (
        <Bar
          key={hour}
          data-point={hour}
          x={x(hour) + 1}
          y={base - height(value)}
          width={width / 24 - 2}
          height={height(value)}
          rx="1"
          className="fill-fresh-solid"
        />
      ))}
      <Line from={{ x: 0, y: base + 0.5 }} to={{ x: width, y: base + 0.5 }} className="stroke-line-strong" />
      <AxisColumns
        scale={x}
        ticks={ticks.map((hour) => ({ at: hour, label: formatFullHour(hour) }))}
        y={126}
        anchorOf={() => 'start'}
      />
      {hasMarks && <Marks x={x} width={width} marks={marks} name={marksName} />}
      {now !== undefined && (
        <Line
          from={{ x: x(now), y: top }}
          to={{ x: x(now), y: hasMarks ? 154 : base }}
          strokeDasharray="3 3"
          className="stroke-ink-3"
        />
      )}
    </svg>
  )
}

function Marks(props: {
  readonly x: (hour: number) => number
  readonly width: number
  readonly marks: readonly number[]
  readonly name: string
}) {
  // Many marks become thin, so that they stay apart.
  const thickness = Math.max(0.5, Math.min(2, props.width / props.marks.length / 3))
  return (
    <g>
      {props.marks.map((hour, index) => (
        <Line
          key={index}
          from={{ x: props.x(hour), y: 136 }}
          to={{ x: props.x(hour), y: 150 }}
          shapeRendering="auto" // crisp ones are a pixel wide at least
          strokeWidth={thickness}
          className="stroke-ink-2"
        />
      ))}
      <Line from={{ x: 0, y: 150.5 }} to={{ x: props.width, y: 150.5 }} className="stroke-line-strong" />
      <AxisText x="0" y="165">
        {props.name}
      </AxisText>
    </g>
  )
}

/** Hours without a posting keep a sliver of 2 units, so that the bar is seen to be measured. */
function scaleOf(values: readonly number[]) {
  const height = scaleLinear<number>({ domain: [0, Math.max(...values, 0) || 1], range: [0, base - top] })
  return (value: number) => Math.max(2, height(value))
}
