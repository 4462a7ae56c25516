'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment } from 'react'
import type { AdminSourcesQuery, SourceSortKey } from '#lib/api/admin.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { SourceTableRow } from './source-table-row.tsx'
import type { ListState } from './sources-list.tsx'
import { WeightStrip } from './weight-strip.tsx'

export const columns: readonly {
  readonly key: SourceSortKey
  readonly name: string
  readonly note?: string
  readonly numeric: boolean
}[] = [
  { key: 'title', name: 'Source', numeric: false },
  { key: 'subscribers', name: 'Subscribers', numeric: true },
  { key: 'weight', name: 'Weight', numeric: true },
  { key: 'postingsPerDay', name: 'Postings', note: 'a day', numeric: true },
  { key: 'pollsPerDay', name: 'Polls', note: 'a day', numeric: true },
  { key: 'delay', name: 'Half within', note: '90 %, 30 days', numeric: true },
  { key: 'predictedDelay', name: 'Expected', note: 'mean', numeric: true },
  { key: 'nextPoll', name: 'Last poll', note: 'and next', numeric: true },
]

type SourcesTableProps = {
  readonly state: ListState
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

/** The list for windows wide enough for columns. */
export function SourcesTable({ state, query, onChange }: SourcesTableProps) {
  const ids = state.sources.map((source) => source.id)
  const mostPolls = Math.max(1, ...state.sources.map((source) => source.pollsPerDay ?? 0))
  return (
    <div className="max-md:hidden">
      <Table>
        <caption className="sr-only">Sources, their weights, polls and delays</caption>
        <thead>
          <tr>
            <HeadCell className="w-8">
              <Checkbox
                aria-label="Choose all on this page"
                checked={ids.every((id) => state.chosenIds.has(id))}
                onChange={(event) => state.onChoose(ids, event.target.checked)}
              />
            </HeadCell>
            {columns.map((column) => (
              <SortHead key={column.name} column={column} query={query} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody>
          {state.sources.map((source) => (
            <Fragment key={source.id}>
              <SourceTableRow source={source} state={state} mostPolls={mostPolls} />
              {state.editedId === source.id && (
                <tr className="bg-paper">
                  <Cell colSpan={columns.length + 1} className="h-auto pb-3.5 whitespace-normal sm:pl-8">
                    <WeightStrip sources={[source]} onClose={() => state.onEdit(null)} />
                  </Cell>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

type SortHeadProps = {
  readonly column: (typeof columns)[number]
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

function SortHead({ column, query, onChange }: SortHeadProps) {
  const { key } = column
  const isSorted = query.sort === key
  const words = (
    <span className="inline-block">
      <span className={`flex items-center gap-1 ${column.numeric ? 'justify-end' : ''}`}>
        {column.name}
        {isSorted && <SortMark direction={query.direction} />}
      </span>
      {column.note !== undefined && <span className="block text-11 font-[450]">{column.note}</span>}
    </span>
  )
  const opposite = query.direction === 'asc' ? 'desc' : 'asc'
  const first = key === 'title' ? 'asc' : 'desc'
  return (
    <HeadCell numeric={column.numeric} aria-sort={isSorted ? `${query.direction}ending` : undefined}>
      <button
        type="button"
        onClick={() => onChange({ sort: key, direction: isSorted ? opposite : first })}
        className={`cursor-pointer hover:text-ink ${column.numeric ? 'text-right' : 'text-left'} ${isSorted ? 'text-ink' : ''}`}
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
