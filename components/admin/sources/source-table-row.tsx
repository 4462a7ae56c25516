'use client'

import Link from 'next/link'
import { HealthMark } from '#components/sources/list/health-mark.tsx'
import { NextPoll } from '#components/sources/source/next-poll.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Cell } from '#components/ui/table.tsx'
import { formatCount, formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { delayText, figureText, outcomeWords, weightText } from './source-figures.ts'
import { SparkLine } from '#components/ui/chart/spark-line.tsx'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'
import type { ListState } from './list-state.ts'

type SourceTableRowProps = {
  readonly source: AdminSourceRow
  readonly state: ListState
  /** Most polls a day on this page: the full length of the bars. */
  readonly mostPolls: number
  /** Whether the columns of delays are shown. */
  readonly isMeasured: boolean
}

export function SourceTableRow({ source, state, mostPolls, isMeasured }: SourceTableRowProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const isEdited = state.editedId === source.id
  return (
    <tr className={isEdited ? 'bg-paper [&>td]:border-transparent' : undefined}>
      <Cell>
        <Checkbox
          aria-label={t('choose', { source: source.title })}
          checked={state.chosenIds.has(source.id)}
          onChange={(event) => state.onChoose([source.id], event.target.checked)}
        />
      </Cell>
      <Cell className="w-full max-w-0 min-w-36 2xl:min-w-44">
        <SourceName source={source} />
      </Cell>
      <Cell numeric>{formatCount(source.subscribers, locale)}</Cell>
      <Cell numeric>
        <WeightButton source={source} isEdited={isEdited} onEdit={state.onEdit} />
      </Cell>
      <Cell numeric>{figureText(source.postingsPerDay, t, locale)}</Cell>
      <Cell numeric>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="flex w-9 justify-end max-2xl:hidden">
            <span
              className="h-1.5 rounded-[2px] bg-line-strong"
              style={{ width: `${((source.pollsPerDay ?? 0) / mostPolls) * 100}%` }}
            />
          </span>
          {figureText(source.pollsPerDay, t, locale)}
        </span>
      </Cell>
      {isMeasured && (
        <>
          <Cell numeric>
            {delayText(source.delay.medianMs, locale, '–')}
            <SparkLine mediansMs={source.dailyMediansMs} isBroken={source.promise?.state === 'broken'} />
          </Cell>
          <Cell numeric className="max-2xl:hidden">
            {delayText(source.delay.p90Ms, locale, '–')}
          </Cell>
          <Cell numeric>
            <PromiseFigure promise={source.promise} />
          </Cell>
        </>
      )}
      <Cell numeric>
        <NextPoll at={source.nextPollAt} />
        <LastPoll source={source} />
      </Cell>
    </tr>
  )
}

export function SourceName({ source }: { readonly source: AdminSourceRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <SourceAvatar title={source.title} iconUrl={source.iconUrl} size={22} />
      <span className="min-w-0">
        <Link
          href={`/sources/${source.id}`}
          dir="auto"
          className="block truncate text-as-parent font-[580] hover:underline"
        >
          {source.title}
        </Link>
        <span className="block truncate text-12 leading-[14px] text-ink-3">{source.host}</span>
      </span>
    </span>
  )
}

type WeightButtonProps = {
  readonly source: AdminSourceRow
  readonly isEdited: boolean
  readonly onEdit: (id: number | null) => void
  /** Below no heading that says which figure is which: the factor says its name, and the weight stands elsewhere. */
  readonly isAlone?: boolean
}

/** The factor; the weight is it times what subscribers and their wishes count. */
export function WeightButton({ source, isEdited, onEdit, isAlone = false }: WeightButtonProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const { subscribers } = source
  const factor = weightText(source.weightFactor, locale)
  const weight = weightText(source.weight, locale)
  const figure = t('figureFactor', { figure: factor })
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {/* The list is sorted by it; where it reads as the factor, one figure says both. */}
      {isAlone || weight === factor ? null : <span>{weight}</span>}
      <button
        type="button"
        aria-expanded={isEdited}
        // Voice control looks for the visible text, so the label holds it.
        aria-label={isAlone ? `${source.title}: ${figure}` : t('factorOf', { source: source.title, factor })}
        title={t('weightProduct', { weight, subscribers, factor })}
        onClick={() => onEdit(isEdited ? null : source.id)}
        className="h-[26px] min-w-9 cursor-pointer rounded-2 border border-line-strong bg-paper px-1.5 font-[580] hover:border-control aria-expanded:border-focus aria-expanded:ring-2 aria-expanded:ring-focus/25 pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        {isAlone ? figure : factor}
      </button>
    </span>
  )
}

export function LastPoll({ source }: { readonly source: AdminSourceRow }) {
  const t = useWords('admin')
  return <HealthMark health={source.health} word={t(outcomeWords(source))} isShort />
}

/** Within what nine of ten postings are promised, and whether that is kept. */
function PromiseFigure({ promise }: { readonly promise: AdminSourceRow['promise'] }) {
  const t = useWords('admin')
  const locale = useLocale()
  if (promise === null) return <span className="text-ink-3">{t('notYet')}</span>
  const { withinMs, keptShare, state } = promise
  if (state === 'learning' || withinMs === null)
    return <span className="text-ink-3">{t('promiseLearning')}</span>
  const share = keptShare === null ? null : formatShare(keptShare, locale)
  return (
    <>
      {formatDuration(withinMs, locale)}
      <span className={`block text-12 leading-[14px] ${state === 'broken' ? 'text-late' : 'text-fresh'}`}>
        {share === null ? t('promiseIs', { state }) : t('promiseShare', { state, share })}
      </span>
    </>
  )
}
