import { scaleLinear } from '@visx/scale'
import { Circle, LinePath } from '@visx/shape'
import { AxisRows, AxisText, axisFromNought, type Scale } from './chart-axis.tsx'
import { ChartEnds } from './chart-ends.tsx'
import type { ChartSize } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'

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
  readonly size: ChartSize
}

const left = 56
const top = 12
const bottom = 156
const dash = '6 4'
const sizes = {
  narrow: { width: 340, right: 326, mostLabels: 4 },
  wide: { width: 1066, right: 920, mostLabels: 10 },
} as const

/** Lines over days, from nought up, each named at its right end, on phones below. */
export function ChartDays({ name, days, lines, formatY, size }: ChartDaysProps) {
  const { width, right, mostLabels } = sizes[size]
  const x = scaleLinear<number>({ domain: [-0.5, days.length - 0.5], range: [left, right] })
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const { scale: y, ticks } = axisFromNought(most, [bottom, top])
  const step = Math.ceil(days.length / mostLabels)
  return (
    <>
      <svg viewBox={`0 0 ${width} 188`} role="img" aria-label={name} className="block w-full [direction:ltr]">
        <AxisRows
          scale={y}
          ticks={ticks.map((at) => ({ at, label: formatY(at) }))}
          left={left}
          right={right}
        />
        {days.map((day, index) => (
          <AxisText key={day} x={x(index)} y={bottom + 22} textAnchor="middle">
            {(days.length - 1 - index) % step === 0 ? day : ''}
          </AxisText>
        ))}
        {lines.map((line) => (
          <DayPath key={line.key} line={line} x={x} y={y} />
        ))}
        {size === 'wide' && (
          <ChartEnds
            ends={lines.map(({ key, label, tone, values }) => {
              const last = values.findLastIndex((value) => value !== null)
              return { key, label, x: x(last), y: y(values[last] ?? 0), isStrong: tone === 'first' }
            })}
            x={right + 10}
            bottom={bottom}
          />
        )}
      </svg>
      {size === 'narrow' && (
        <ChartLegend
          lines={lines.map(({ key, label, tone }) => ({
            key,
            label,
            tone,
            dash: tone === 'first' ? '' : dash,
          }))}
        />
      )}
    </>
  )
}

function DayPath({ line, x, y }: { readonly line: DayLine; readonly x: Scale; readonly y: Scale }) {
  const { key, values, tone } = line
  const isFirst = tone === 'first'
  return (
    <g className="stroke-fresh-solid">
      <LinePath
        data={[...values]}
        defined={(value) => value !== null}
        x={(_, day) => x(day)}
        y={(value) => y(value ?? 0)}
        strokeWidth={isFirst ? 3 : 1.75}
        strokeDasharray={isFirst ? '' : dash}
        strokeLinecap={isFirst ? 'round' : 'butt'}
      />
      {values.map((value, day) =>
        value === null ? null : (
          <Circle
            key={day}
            data-point={`${key} ${day}`}
            cx={x(day)}
            cy={y(value)}
            r="4"
            strokeWidth="2"
            className={isFirst ? 'fill-fresh-solid' : 'fill-paper'}
          />
        ),
      )}
    </g>
  )
}
