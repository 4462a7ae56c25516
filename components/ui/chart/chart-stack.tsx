import { scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { AxisRows, AxisText, axisFromNought } from './chart-axis.tsx'
import type { FullSize } from './chart-frame.tsx'

type StackTone = 'fresh' | 'plain' | 'late' | 'broken'

type Column = {
  readonly key: string
  /** Written below it, where there is room. */
  readonly label: string
  /** From below to above. */
  readonly parts: readonly { readonly tone: StackTone; readonly value: number }[]
  /** The planned value; null: nothing. */
  readonly planned: number | null
}

type ChartStackProps = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly format: (value: number) => string
  /** wide: half a page. */
  readonly size: FullSize
}

/** The same as a swatch of a legend. */
export const stackSwatch: Readonly<Record<StackTone, string>> = {
  fresh: 'bg-fresh-solid',
  plain: 'bg-unknown',
  late: 'bg-late-solid',
  broken: 'bg-broken-solid',
}
const fills: Readonly<Record<StackTone, string>> = {
  fresh: 'fill-fresh-solid',
  plain: 'fill-unknown',
  late: 'fill-late-solid',
  broken: 'fill-broken-solid',
}

const left = 44
const top = 10
const bottom = 132
const widthOfWords = 34
const sizes = {
  wide: { width: 1066, mostLabels: 13 },
  narrow: { width: 340, mostLabels: 5 },
  half: { width: 600, mostLabels: 8 },
} as const

/** Columns of parts on one another, and across them what was planned. */
export function ChartStack({ name, columns, format, size }: ChartStackProps) {
  const { width, mostLabels } = sizes[size]
  const right = width - 6
  const step = Math.ceil(columns.length / mostLabels)
  const heights = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const { scale: y, ticks } = axisFromNought(
    Math.max(0, ...heights, ...columns.map(({ planned }) => planned ?? 0)),
    [bottom, top],
  )
  const x = scaleLinear<number>({ domain: [0, columns.length], range: [left, right] })
  // The words below the last of many columns would go beyond the drawing.
  const isCut = (index: number) => index === columns.length - 1 && x(1) - x(0) < widthOfWords
  const gap = Math.min(3, (x(1) - x(0)) / 6)
  return (
    <svg viewBox={`0 0 ${width} 160`} role="img" aria-label={name} className="block w-full [direction:ltr]">
      <AxisRows
        scale={y}
        // Parts are counted: halves would be rounded, and two lines would have one number.
        ticks={ticks.filter(Number.isInteger).map((at) => ({ at, label: format(at) }))}
        left={left}
        right={right}
      />
      {columns.map(({ key, parts }, index) => (
        <g key={key} data-point={key}>
          {/* So that an empty hour can be pointed at, too. */}
          <Bar x={x(index)} y={top} width={x(1) - x(0)} height={bottom - top} fill="transparent" />
          {placed(parts).map(({ tone, from, until }) => (
            <Bar
              key={tone}
              x={x(index) + gap}
              y={y(until)}
              width={x(1) - x(0) - 2 * gap}
              height={y(from) - y(until)}
              className={fills[tone]}
            />
          ))}
        </g>
      ))}
      <LinePath
        data={columns.flatMap(({ planned }, index) => [
          { at: index, planned },
          { at: index + 1, planned },
        ])}
        defined={({ planned }) => planned !== null}
        x={({ at }) => x(at)}
        y={({ planned }) => y(planned ?? 0)}
        strokeWidth="1.5"
        strokeDasharray="5 4"
        className="pointer-events-none stroke-ink"
      />
      {columns.map(({ key, label }, index) => (
        <AxisText
          key={key}
          x={isCut(index) ? right : x(index + 0.5)}
          y="152"
          textAnchor={isCut(index) ? 'end' : 'middle'}
        >
          {(columns.length - 1 - index) % step === 0 ? label : ''}
        </AxisText>
      ))}
    </svg>
  )
}

function placed(parts: Column['parts']) {
  let from = 0
  return parts.flatMap(({ tone, value }) => {
    const part = { tone, from, until: from + value }
    from = part.until
    return value > 0 ? [part] : []
  })
}
