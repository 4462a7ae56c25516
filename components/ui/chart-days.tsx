import { scaleLinear } from '@visx/scale'
import { Circle, LinePath } from '@visx/shape'
import { AxisRows, AxisText, axisFromNought, type Scale } from './chart-axis.tsx'
import { ChartEnds } from './chart-ends.tsx'

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
}

const left = 56
const right = 920
const top = 12
const bottom = 156
const mostLabels = 10

/** Lines over days, from nought up, each named at its right end. */
export function ChartDays({ name, days, lines, formatY }: ChartDaysProps) {
  const x = scaleLinear<number>({ domain: [-0.5, days.length - 0.5], range: [left, right] })
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const { scale: y, ticks } = axisFromNought(most, [bottom, top])
  const step = Math.ceil(days.length / mostLabels)
  return (
    <svg viewBox="0 0 1066 188" role="img" aria-label={name} className="block w-full [direction:ltr]">
      <AxisRows scale={y} ticks={ticks.map((at) => ({ at, label: formatY(at) }))} left={left} right={right} />
      {days.map((day, index) => (
        <AxisText key={day} x={x(index)} y={bottom + 22} textAnchor="middle">
          {index % step === 0 ? day : ''}
        </AxisText>
      ))}
      {lines.map((line) => (
        <DayPath key={line.key} line={line} x={x} y={y} />
      ))}
      <ChartEnds
        ends={lines.map(({ key, label, tone, values }) => {
          const last = values.findLastIndex((value) => value !== null)
          return { key, label, x: x(last), y: y(values[last] ?? 0), isStrong: tone === 'first' }
        })}
        x={right + 10}
        bottom={bottom}
      />
    </svg>
  )
}

function DayPath({ line, x, y }: { readonly line: DayLine; readonly x: Scale; readonly y: Scale }) {
  const { values, tone } = line
  const isFirst = tone === 'first'
  return (
    <g className="stroke-fresh-solid">
      <LinePath
        data={[...values]}
        defined={(value) => value !== null}
        x={(_, day) => x(day)}
        y={(value) => y(value ?? 0)}
        strokeWidth={isFirst ? 3 : 1.75}
        strokeDasharray={isFirst ? '' : '6 4'}
        strokeLinecap={isFirst ? 'round' : 'butt'}
      />
      {values.map((value, day) =>
        value === null ? null : (
          <Circle
            key={day}
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
