type ChartWeekProps = {
  readonly name: string
  /** 7 × 24 values from Monday 00:00 on; their unit does not matter. */
  readonly values: readonly number[]
  /** Monday to Sunday. */
  readonly days: readonly string[]
  /** Hour of the week to mark, 0–167. */
  readonly now?: number
}

const left = 40
const cellWidth = 25
const cellHeight = 16
const hoursOfDay = 24

/** The hours of a week as a map: the darker, the more. */
export function ChartWeek({ name, values, days, now }: ChartWeekProps) {
  const highest = Math.max(...values, Number.MIN_VALUE)
  const x = (hour: number) => left + (hour % hoursOfDay) * cellWidth
  const y = (hour: number) => Math.floor(hour / hoursOfDay) * cellHeight
  return (
    <svg viewBox="0 0 642 132" role="img" aria-label={name} className="block w-full [direction:ltr]">
      {days.map((day, index) => (
        <text key={day} x="0" y={index * cellHeight + 12} className="fill-ink-3 text-[11px] font-medium">
          {day}
        </text>
      ))}
      {values.map((value, hour) => (
        <rect
          key={hour}
          x={x(hour) + 0.5}
          y={y(hour) + 0.5}
          width={cellWidth - 1}
          height={cellHeight - 1}
          rx="1"
          fillOpacity={0.06 + 0.94 * (value / highest)}
          className="fill-fresh-solid"
        />
      ))}
      {now !== undefined && (
        <rect
          x={x(now)}
          y={y(now)}
          width={cellWidth}
          height={cellHeight}
          fill="none"
          strokeWidth="1.5"
          className="stroke-ink"
        />
      )}
      {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
        <text key={hour} x={x(hour)} y="128" className="fill-ink-3 text-[11px] font-medium">
          {`${String(hour).padStart(2, '0')}:00`}
        </text>
      ))}
    </svg>
  )
}
