import { Line } from '@visx/shape'

type LegendLine = {
  readonly key: string
  readonly label: string
  readonly tone: 'first' | 'second' | 'other'
  /** As the line is drawn; '' is solid. */
  readonly dash: string
}

/** The names of lines below their drawing, where it has no room for them. */
export function ChartLegend({ lines }: { readonly lines: readonly LegendLine[] }) {
  return (
    <ul className="mt-2 grid gap-y-1 text-12">
      {lines.map(({ key, label, tone, dash }) => (
        <li key={key} className="flex items-center gap-2">
          <svg viewBox="0 0 32 8" aria-hidden className="h-2 w-8 shrink-0 [direction:ltr]">
            <Line
              from={{ x: 0, y: 4 }}
              to={{ x: 32, y: 4 }}
              strokeWidth={tone === 'first' ? 3 : 1.75}
              strokeDasharray={dash}
              className={tone === 'other' ? 'stroke-ink-3' : 'stroke-fresh-solid'}
            />
          </svg>
          <span className={tone === 'other' ? 'text-ink-2' : 'font-semibold'}>{label}</span>
        </li>
      ))}
    </ul>
  )
}
