'use client'

import Link from 'next/link'
import { scaleLog } from '@visx/scale'
import { Circle } from '@visx/shape'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import type { Scale } from '#components/ui/chart/chart-axis.tsx'
import { formatCount } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { changeText, msText } from '#components/admin/shared/lab-words.ts'
import type { SourceChange } from '#lib/api/server/lab.ts'

type SourceChangesProps = {
  /** The chart in a sentence; the name of its table. */
  readonly name: string
  readonly changes: readonly SourceChange[]
  /** The names of before and after: those of two policies. */
  readonly before: string
  readonly after: string
}

/** Scales begin here: who looks does not care about less. */
const leastMs = 10_000

/** The mean delay of sources under two policies: from the ring to the dot. */
export function SourceChanges({ name, changes, before, after }: SourceChangesProps) {
  const t = useWords('lab')
  const locale = useLocale()
  if (changes.length === 0) return <p className="text-ink-2">{t('noneNotices')}</p>
  const delays = changes.flatMap(({ beforeMs, afterMs }) => [beforeMs, afterMs])
  const x = scaleLog<number>({
    domain: [Math.max(leastMs, Math.min(...delays)), Math.max(2 * leastMs, ...delays)],
    range: [2, 98],
    clamp: true,
  })
  return (
    <ChartFrame
      name={name}
      table={{
        columns: [t('source'), before, after, t('change'), t('postings')],
        rows: changes.map((change) => ({
          key: String(change.sourceId),
          cells: [
            <bdi key="title">{change.title}</bdi>,
            msText(change.beforeMs, locale),
            msText(change.afterMs, locale),
            changeText(change.changeMs, locale),
            formatCount(change.postings, locale),
          ],
        })),
      }}
    >
      <p className="mb-1 text-12 text-ink-3">{t('fromRingToDot', { before, after })}</p>
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.sourceId} change={change} x={x} />
        ))}
      </ul>
    </ChartFrame>
  )
}

/** `x`: where a delay stands, in per cent. */
function ChangeRow({ change, x }: { readonly change: SourceChange; readonly x: Scale }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { sourceId, title, beforeMs, afterMs, changeMs } = change
  return (
    <li className="grid items-center gap-x-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:border-t max-sm:border-line max-sm:py-1.5 sm:min-h-8 sm:grid-cols-[minmax(0,1fr)_minmax(160px,2fr)_150px_84px] pointer-coarse:min-h-11">
      <Link
        href={`/sources/${sourceId}`}
        className="truncate hover:underline pointer-coarse:min-h-11 pointer-coarse:leading-11"
      >
        <bdi>{title}</bdi>
      </Link>
      <svg aria-hidden className="h-4 w-full [direction:ltr] max-sm:order-1">
        <line
          x1={`${x(beforeMs)}%`}
          x2={`${x(afterMs)}%`}
          y1="8"
          y2="8"
          strokeWidth="2"
          className="stroke-line-strong"
        />
        <Circle cx={`${x(beforeMs)}%`} cy="8" r="4" strokeWidth="2" className="fill-paper stroke-ink-3" />
        <Circle
          cx={`${x(afterMs)}%`}
          cy="8"
          r="5"
          className={changeMs < 0 ? 'fill-fresh-solid' : 'fill-late-solid'}
        />
      </svg>
      <span className="text-end text-ink-2 tabular-nums max-sm:order-2">
        {t('fromTo', { before: msText(beforeMs, locale), after: msText(afterMs, locale) })}
      </span>
      <span className="text-end font-[550] tabular-nums">{changeText(changeMs, locale)}</span>
    </li>
  )
}
