import type { FreshnessMonth, ReadingFreshness } from '#lib/api/freshness/freshness.ts'
import { dateAxis, delayAxis } from '#components/sources/source/delay-chart.ts'
import { ChartDots } from '#components/ui/chart/chart-dots.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { monthDays } from './freshness-month.tsx'
import { dotPoints, folderDots } from './month-dots.ts'

/** Three rows of four; the table below has all folders. */
const mostFolders = 12
const ticksMs = [60_000, 600_000, 3_600_000, 86_400_000, 604_800_000]

type FolderMonthsProps = {
  readonly month: FreshnessMonth
  readonly folders: ReadingFreshness['folders']
}

/** The month of each folder on the same axes, side by side. */
export function FolderMonths({ month, folders }: FolderMonthsProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const x = dateAxis(nowMs, monthDays, 2, timeZone, locale)
  const { range } = delayAxis(dotPoints(month.dots, x.range[0]), null, locale)
  const yTicks = ticksMs
    .filter((at) => at <= range[1])
    .map((at) => ({ at, label: formatDuration(at, locale) }))
  const shown = folderDots(month.dots, mostFolders)
  if (shown.length === 0) return null
  return (
    <ul className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,236px),1fr))] gap-x-6 gap-y-4">
      {shown.map(({ folderId, dots }) => {
        const summary = folders.find((folder) => folder.folderId === folderId)
        const title = summary?.name ?? t('withoutFolder')
        const half = formatDuration(Math.max(0, summary?.medianMs ?? 0), locale)
        const says = t('halfWithin', { duration: half })
        return (
          <li key={folderId ?? 0} className="@container max-w-[400px] min-w-0">
            <p className="flex items-baseline gap-2 text-13">
              <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
              <span className="text-12 text-ink-3">{says}</span>
            </p>
            {/* The room chooses the drawing: on tablets the smaller one would have letters of 16 px. */}
            {(['narrow', 'wide'] as const).map((size) => (
              <div key={size} className={size === 'narrow' ? '@max-[320px]:hidden' : '@min-[320px]:hidden'}>
                <ChartDots
                  size={size}
                  name={`${title}: ${says}`}
                  points={dotPoints(dots, x.range[0])}
                  xRange={x.range}
                  xTicks={x.ticks}
                  yRange={range}
                  yTicks={yTicks}
                  middle={summary?.medianMs ?? null}
                />
              </div>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
