import { formatFullHour } from '#lib/format.ts'

type ChartWeekProps = {
  readonly name: string
  /** 168 values by hour of the week, from Monday 0 h on; their unit does not matter. */
  readonly values: readonly number[]
  /** The seven days from Monday on. */
  readonly days: readonly string[]
  /** Hour of the week to mark, 0–167. */
  readonly now?: number
}

/** Narrow enough for a phone and a column of settings: what is drawn as 11 px is seen as such. */
const width = 340
const left = 34
const cellWidth = (width - left) / 24
const cellHeight = 17

const xOf = (hour: number) => left + (hour % 24) * cellWidth
const yOf = (hour: number) => Math.floor(hour / 24) * cellHeight

/** A heat map of the week: a row a day, a cell an hour, the stronger the more its value. */
export function ChartWeek({ name, values, days, now }: ChartWeekProps) {
  const highest = Math.max(...values, Number.MIN_VALUE)
  return (
    <svg
      viewBox={`0 0 ${width} ${7 * cellHeight + 20}`}
      role="img"
      aria-label={name}
      className="block w-full [direction:ltr]"
    >
      {days.map((day, row) => (
        <text key={day} x="0" y={row * cellHeight + 13} className="fill-ink-3 text-[11px] font-medium">
          {day}
        </text>
      ))}
      {values.map((value, hour) => (
        <rect
          key={hour}
          x={xOf(hour) + 0.5}
          y={yOf(hour) + 0.5}
          width={cellWidth - 1}
          height={cellHeight - 1}
          rx="1.5"
          fillOpacity={0.08 + 0.92 * (value / highest)}
          className="fill-fresh-solid"
        />
      ))}
      {now === undefined ? null : (
        <rect
          x={xOf(now)}
          y={yOf(now)}
          width={cellWidth}
          height={cellHeight}
          fill="none"
          strokeWidth="1.5"
          className="stroke-ink"
        />
      )}
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={xOf(hour)} y={7 * cellHeight + 15} className="fill-ink-3 text-[11px] font-medium">
          {formatFullHour(hour)}
        </text>
      ))}
    </svg>
  )
}
