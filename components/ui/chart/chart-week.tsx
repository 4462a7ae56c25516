import { Bar } from '@visx/shape'
import { formatFullHour } from '#lib/text/format.ts'
import { AxisText } from './chart-axis.tsx'
import type { ChartSize } from './chart-frame.tsx'
import { cn } from '#components/ui/class-names.ts'

type DayRow = {
  readonly key: string
  readonly label: string
  /** 24 values by hour of the day; their unit does not matter. */
  readonly values: readonly number[]
}

type ChartWeekProps = {
  readonly name: string
  /** 168 values by hour of the week, from Monday 0 h on; their unit does not matter. */
  readonly values: readonly number[]
  /** The seven days from Monday on. */
  readonly days: readonly string[]
  /** Hour of the week to mark, 0–167. */
  readonly now?: number
  /** Bars below the days, by hour of the day. */
  readonly rows?: readonly DayRow[]
  readonly size?: ChartSize
  readonly className?: string
}

/** Narrow enough for a phone and a column of settings, wide enough for a page: what is drawn as 11 px is seen as such. */
const widths = { narrow: 340, wide: 640 } as const
const left = 46
const rowHeight = 30
const barHeight = 18

const cellOf = (size: ChartSize) => ({ width: (widths[size] - left) / 24, height: size === 'wide' ? 23 : 17 })

/** From nothing to most, as the heat of the design. */
const heats = [
  'fill-heat-0',
  'fill-heat-1',
  'fill-heat-2',
  'fill-heat-3',
  'fill-heat-4',
  'fill-heat-5',
  'fill-heat-6',
] as const

/** The step of the heat for a part of the most: the lowest for next to nothing. */
function heatOf(part: number): string {
  return heats[part < 0.02 ? 0 : Math.min(heats.length - 1, Math.ceil(part * (heats.length - 1)))] ?? heats[0]
}

/** A heat map of the week: a row a day, a cell an hour, the stronger the more its value; below it bars of the same hours. */
export function ChartWeek({
  name,
  values,
  days,
  now,
  rows = [],
  size = 'narrow',
  className,
}: ChartWeekProps) {
  const cell = cellOf(size)
  const hoursAt = 7 * cell.height + 15
  const xOf = (hour: number) => left + (hour % 24) * cell.width
  const yOf = (hour: number) => Math.floor(hour / 24) * cell.height
  const highest = Math.max(...values, Number.MIN_VALUE)
  const height = hoursAt + 5 + rows.length * rowHeight
  return (
    <svg
      viewBox={`0 0 ${widths[size]} ${height}`}
      role="img"
      aria-label={name}
      className={cn('block w-full [direction:ltr]', className)}
    >
      {days.map((day, row) => (
        <AxisText key={day} x="0" y={(row + 0.5) * cell.height + 4}>
          {day}
        </AxisText>
      ))}
      {values.map((value, hour) => (
        <Bar
          key={hour}
          data-point={hour}
          x={xOf(hour) + 0.5}
          y={yOf(hour) + 0.5}
          width={cell.width - 1}
          height={cell.height - 1}
          rx="1.5"
          className={heatOf(value / highest)}
        />
      ))}
      {now === undefined ? null : (
        <Bar
          x={xOf(now)}
          y={yOf(now)}
          width={cell.width}
          height={cell.height}
          fill="none"
          strokeWidth="1.5"
          className="stroke-ink"
        />
      )}
      {[0, 6, 12, 18].map((hour) => (
        <AxisText key={hour} x={xOf(hour)} y={hoursAt}>
          {formatFullHour(hour)}
        </AxisText>
      ))}
      {rows.map((row, index) => (
        <Bars key={row.key} row={row} base={hoursAt + (index + 1) * rowHeight} cellWidth={cell.width} />
      ))}
    </svg>
  )
}

type BarsProps = { readonly row: DayRow; readonly base: number; readonly cellWidth: number }

/** Hours without anything keep a sliver, so that they are seen to be looked at. */
function Bars({ row, base, cellWidth }: BarsProps) {
  const highest = Math.max(...row.values, Number.MIN_VALUE)
  return (
    <g>
      <AxisText x="0" y={base}>
        {row.label}
      </AxisText>
      {row.values.map((value, hour) => {
        const height = Math.max(1.5, (value / highest) * barHeight)
        return (
          <Bar
            key={hour}
            x={left + hour * cellWidth + 0.5}
            y={base - height}
            width={cellWidth - 1}
            height={height}
            className="fill-ink-2"
          />
        )
      })}
    </g>
  )
}
