import { placeLabels } from './chart-labels.ts'
import { linearScale, niceCeiling, type Scale } from './chart-scale.ts'

type DayLine = {
  readonly key: string
  readonly label: string
  /** first: thick, with full dots; second: thin and dashed, with rings. */
  readonly tone: 'first' | 'second'
  /** By day, in the order of the days; null: none is known, and the line is broken there. */
  readonly values: readonly (number | null)[]
}

type ChartDaysProps = {
  readonly name: string
  readonly days: readonly string[]
  readonly lines: readonly DayLine[]
  readonly formatY: (value: number) => string
  /** What a round value is a multiple of, in the values' unit. */
  readonly unit: number
}

const left = 56
const right = 920
const top = 12
const bottom = 156
const mostLabels = 10

/** Lines over days, from nought up, each named at its right end. */
export function ChartDays({ name, days, lines, formatY, unit }: ChartDaysProps) {
  const highest =
    unit * niceCeiling(Math.max(0, ...lines.flatMap(({ values }) => values.map((at) => at ?? 0))) / unit)
  const x = linearScale([-0.5, days.length - 0.5], [left, right])
  const y = linearScale([0, highest], [bottom, top])
  const step = Math.ceil(days.length / mostLabels)
  return (
    <svg viewBox="0 0 1066 188" role="img" aria-label={name} className="block w-full [direction:ltr]">
      {[0, highest / 2, highest].map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={y(value) + 4} textAnchor="end" className={axisWords}>
            {formatY(value)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <text key={day} x={x(index)} y={bottom + 22} textAnchor="middle" className={axisWords}>
          {index % step === 0 ? day : ''}
        </text>
      ))}
      {lines.map((line) => (
        <Line key={line.key} line={line} x={x} y={y} />
      ))}
      {placeLabels(
        lines.map((line) => ({ line, at: y(lastKnown(line)) })),
        bottom,
      ).map(({ line, place }) => (
        <text
          key={line.key}
          x={right + 10}
          y={place + 4}
          className={line.tone === 'first' ? 'fill-ink text-[12px] font-semibold' : 'fill-ink-2 text-[12px]'}
        >
          {line.label}
        </text>
      ))}
    </svg>
  )
}

const axisWords = 'fill-ink-3 text-[11px] font-medium'

function Line({ line, x, y }: { readonly line: DayLine; readonly x: Scale; readonly y: Scale }) {
  const { values, tone } = line
  const path = values
    .map((value, index) => {
      if (value === null) return ''
      const isJoined = index > 0 && values[index - 1] !== null
      return `${isJoined ? 'L' : 'M'}${x(index)} ${y(value)}`
    })
    .join('')
  return (
    <g>
      <path
        d={path}
        fill="none"
        strokeWidth={tone === 'first' ? 3 : 1.75}
        strokeDasharray={tone === 'first' ? '' : '6 4'}
        className="stroke-fresh-solid"
      />
      {values.map((value, index) =>
        value === null ? null : (
          <circle
            key={index}
            cx={x(index)}
            cy={y(value)}
            r="4"
            strokeWidth="2"
            className={
              tone === 'first' ? 'fill-fresh-solid stroke-fresh-solid' : 'fill-paper stroke-fresh-solid'
            }
          />
        ),
      )}
    </g>
  )
}

function lastKnown({ values }: DayLine): number {
  return values.findLast((value) => value !== null) ?? 0
}
