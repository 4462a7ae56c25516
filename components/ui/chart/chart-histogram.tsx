import { Bar, Line } from '@visx/shape'
import { useWords } from '#lib/words/use-words.tsx'
import { AxisText, type Scale } from './chart-axis.tsx'
import type { ScatterPoint } from './chart-frame.tsx'

type ChartHistogramProps = {
  readonly points: readonly ScatterPoint[]
  /** Between top and bottom, both in units of the drawing. */
  readonly y: Scale
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly width: number
  /** Phones have no room for the number of values below it. */
  readonly hasWords: boolean
}

const bins = 20

/** The frequency of each size, beside a scatter. Exact values only: a range belongs to no single bar. */
export function ChartHistogram({ points, y, top, bottom, left, width, hasWords }: ChartHistogramProps) {
  const t = useWords('common')
  const binHeight = (bottom - top) / bins
  const exact = points.filter((point) => point.least === point.most && point.tone !== 'unknown')
  const counts = Array.from({ length: bins }, () => ({ fresh: 0, late: 0 }))
  for (const point of exact) {
    const bin = counts[Math.min(bins - 1, Math.floor((y(point.least) - top) / binHeight))]
    if (bin !== undefined) bin[point.tone === 'late' ? 'late' : 'fresh'] += 1
  }
  const most = Math.max(1, ...counts.map((bin) => bin.fresh + bin.late))
  const widthOf = (count: number) => (count / most) * width
  return (
    <g>
      <Line from={{ x: left, y: top }} to={{ x: left, y: bottom }} className="stroke-line-strong" />
      {counts.map((bin, index) => (
        <g key={index}>
          <Bar
            x={left + 1}
            y={top + index * binHeight + 1}
            width={widthOf(bin.fresh)}
            height={binHeight - 2}
            className="fill-fresh-solid"
          />
          <Bar
            x={left + 1 + widthOf(bin.fresh)}
            y={top + index * binHeight + 1}
            width={widthOf(bin.late)}
            height={binHeight - 2}
            className="fill-late-solid"
          />
        </g>
      ))}
      {hasWords && (
        <AxisText x={left} y={bottom + 26}>
          {t('exactCount', { count: exact.length })}
        </AxisText>
      )}
    </g>
  )
}
