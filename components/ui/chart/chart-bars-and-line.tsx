import { scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { AxisRows, AxisText, axisFromNought, type Scale } from './chart-axis.tsx'

type Row = {
  /** By day, the oldest first; null: none is known. */
  readonly values: readonly (number | null)[]
  readonly label: string
  readonly format: (value: number) => string
}

type ChartBarsAndLineProps = {
  readonly name: string
  readonly bars: Row
  readonly line: Row
  /** The words below the first day and the last one. */
  readonly ends: readonly [first: string, last: string]
}

const left = 44
const right = 262
const rowHeight = 58
const barsAt = 18
const lineAt = 114

/** Two figures of the same days: bars, and below them a line. */
export function ChartBarsAndLine({ name, bars, line, ends }: ChartBarsAndLineProps) {
  const days = Math.max(bars.values.length, line.values.length)
  const x = scaleLinear<number>({ domain: [0, days], range: [left, right] })
  return (
    <svg
      viewBox="0 0 264 190"
      role="img"
      aria-label={name}
      className="block w-full max-w-[340px] [direction:ltr]"
    >
      <Bars row={bars} x={x} />
      <Line row={line} x={x} />
      {ends.map((day, index) => (
        <AxisText
          key={index}
          x={index === 0 ? left : right}
          y="187"
          textAnchor={index === 0 ? 'start' : 'end'}
        >
          {day}
        </AxisText>
      ))}
    </svg>
  )
}

type RowProps = { readonly row: Row; readonly x: Scale }

function Bars({ row, x }: RowProps) {
  const y = axisOf(row, barsAt)
  const width = x(1) - x(0)
  return (
    <g>
      <RowHead row={row} top={barsAt} axis={y} />
      {row.values.map((value, day) =>
        value === null ? null : (
          <Bar
            key={day}
            data-point={`bars ${day}`}
            x={x(day) + Math.min(1, width / 8)}
            y={y.scale(value)}
            width={width - 2 * Math.min(1, width / 8)}
            height={barsAt + rowHeight - y.scale(value)}
            className="fill-ink-3"
          />
        ),
      )}
    </g>
  )
}

function Line({ row, x }: RowProps) {
  const y = axisOf(row, lineAt)
  return (
    <g>
      <RowHead row={row} top={lineAt} axis={y} />
      <LinePath
        data={[...row.values]}
        defined={(value) => value !== null}
        x={(_, day) => x(day + 0.5)}
        y={(value) => y.scale(value ?? 0)}
        strokeWidth="2"
        className="stroke-fresh-solid"
      />
    </g>
  )
}

function axisOf({ values }: Row, top: number) {
  return axisFromNought(Math.max(0, ...values.map((value) => value ?? 0)), [top + rowHeight, top], 2)
}

type RowHeadProps = {
  readonly row: Row
  readonly top: number
  readonly axis: ReturnType<typeof axisFromNought>
}

function RowHead({ row, top, axis }: RowHeadProps) {
  return (
    <>
      <AxisText x="0" y={top - 9}>
        {row.label}
      </AxisText>
      <AxisRows
        scale={axis.scale}
        ticks={axis.ticks.map((at) => ({ at, label: row.format(at) }))}
        left={left}
        right={right}
      />
    </>
  )
}
