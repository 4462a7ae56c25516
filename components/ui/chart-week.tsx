import { formatFullHour } from '#lib/format.ts'

type ChartWeekProps = {
  readonly name: string
  /** 168 values from 0 to 1 by hour of the week, from Monday 0 h on. */
  readonly values: readonly number[]
  /** The seven days from Monday on. */
  readonly days: readonly string[]
}

const width = 660
const left = 40
const cellWidth = (width - left) / 24
const cellHeight = 20

/** A heat map of the week: a row a day, a cell an hour, the stronger the more its value. */
export function ChartWeek({ name, values, days }: ChartWeekProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${7 * cellHeight + 20}`}
      role="img"
      aria-label={name}
      className="block w-full [direction:ltr]"
    >
      {days.map((day, row) => (
        <text key={day} x="0" y={row * cellHeight + 14} className="fill-ink-3 text-[11px] font-medium">
          {day}
        </text>
      ))}
      {values.map((value, hour) => (
        <rect
          key={hour}
          x={left + (hour % 24) * cellWidth + 0.5}
          y={Math.floor(hour / 24) * cellHeight + 0.5}
          width={cellWidth - 1}
          height={cellHeight - 1}
          rx="2"
          fillOpacity={0.1 + 0.9 * value}
          className="fill-fresh-solid"
        />
      ))}
      {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
        <text
          key={hour}
          x={left + hour * cellWidth}
          y={7 * cellHeight + 15}
          className="fill-ink-3 text-[11px] font-medium"
        >
          {formatFullHour(hour)}
        </text>
      ))}
    </svg>
  )
}
