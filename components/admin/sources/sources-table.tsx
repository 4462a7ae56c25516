'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment } from 'react'
import type { AdminSourcesQuery, SourceSortKey } from '#lib/api/server/admin.ts'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import type { MessageKey } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { isDelayMeasured } from './source-figures.ts'
import { SourceTableRow } from './source-table-row.tsx'
import { WeightStrip } from './weight-strip.tsx'
import type { ListState } from './list-state.ts'

type Column = {
  readonly key: SourceSortKey
  readonly name: MessageKey<'admin'>
  readonly note?: MessageKey<'admin'>
  readonly numeric: boolean
  /** Only where the window is wide enough for it. */
  readonly isWide?: true
  /** Only where something was measured: a column that knows nothing is left out. */
  readonly needsDelays?: true
}

export const columns: readonly Column[] = [
  { key: 'title', name: 'columnSource', numeric: false },
  { key: 'subscribers', name: 'columnSubscribers', numeric: true },
  { key: 'weight', name: 'columnWeight', note: 'columnFactor', numeric: true },
  { key: 'postingsPerDay', name: 'columnPostings', note: 'columnADay', numeric: true },
  { key: 'pollsPerDay', name: 'columnPolls', note: 'columnADay', numeric: true },
  { key: 'delay', name: 'columnHalf', note: 'columnDays30', numeric: true, needsDelays: true },
  {
    key: 'delayNinety',
    name: 'ninetyWithin',
    note: 'columnDays30',
    numeric: true,
    isWide: true,
    needsDelays: true,
  },
  { key: 'promise', name: 'columnPromise', note: 'columnKept', numeric: true, needsDelays: true },
  { key: 'nextPoll', name: 'columnNextPoll', note: 'columnAndLast', numeric: true },
]

type SourcesTableProps = {
  readonly state: ListState
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

/** The list for windows wide enough for columns. */
export function SourcesTable({ state, query, onChange }: SourcesTableProps) {
  const t = useWords('admin')
  const ids = state.sources.map((source) => source.id)
  const isMeasured = state.sources.some(isDelayMeasured)
  const mostPolls = Math.max(1, ...state.sources.map((source) => source.pollsPerDay ?? 0))
  const shown = columns.filter(({ needsDelays }) => isMeasured || needsDelays !== true)
  return (
    <div className="max-md:hidden max-2xl:[&_td]:px-1 max-2xl:[&_th]:px-1">
      <Table>
        <caption className="sr-only">{t('sourcesTable')}</caption>
        <thead>
          <tr>
            <HeadCell className="w-8">
              <Checkbox
                aria-label={t('chooseAll')}
                checked={ids.every((id) => state.chosenIds.has(id))}
                onChange={(event) => state.onChoose(ids, event.target.checked)}
              />
            </HeadCell>
            {shown.map((column) => (
              <SortHead key={column.name} column={column} query={query} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody>
          {state.sources.map((source) => (
            <Fragment key={source.id}>
              <SourceTableRow source={source} state={state} mostPolls={mostPolls} isMeasured={isMeasured} />
              {state.editedId === source.id && (
                <tr className="bg-paper">
                  <Cell colSpan={shown.length + 1} className="h-auto pb-3.5 whitespace-normal sm:ps-8">
                    <WeightStrip sources={[source]} onClose={() => state.onEdit(null)} />
                  </Cell>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
      {!isMeasured && <p className="mt-3 text-12 text-ink-3">{t('delaysNotMeasured')}</p>}
    </div>
  )
}

type SortHeadProps = {
  readonly column: Column
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

function SortHead({ column, query, onChange }: SortHeadProps) {
  const t = useWords('admin')
  const { key } = column
  const isSorted = query.sort === key
  const words = (
    <span className="inline-block">
      <span className={`flex items-center gap-1 ${column.numeric ? 'justify-end' : ''}`}>
        {t(column.name)}
        {isSorted && <SortMark direction={query.direction} />}
      </span>
      {column.note !== undefined && <span className="block text-11 font-[450]">{t(column.note)}</span>}
    </span>
  )
  const opposite = query.direction === 'asc' ? 'desc' : 'asc'
  const first = key === 'title' ? 'asc' : 'desc'
  return (
    <HeadCell
      numeric={column.numeric}
      className={column.isWide === true ? 'max-2xl:hidden' : undefined}
      aria-sort={isSorted ? `${query.direction}ending` : undefined}
    >
      <button
        type="button"
        onClick={() => onChange({ sort: key, direction: isSorted ? opposite : first })}
        className={`cursor-pointer hover:text-ink ${column.numeric ? 'text-end' : 'text-start'} ${isSorted ? 'text-ink' : ''}`}
      >
        {words}
      </button>
    </HeadCell>
  )
}

function SortMark({ direction }: { readonly direction: 'asc' | 'desc' }) {
  const Icon = direction === 'asc' ? ChevronUp : ChevronDown
  return <Icon size={12} strokeWidth={2} aria-hidden />
}
