'use client'

import type { AdminSourcesQuery, SourceSortKey, AdminSourceRow } from '#lib/api/server/admin.ts'
import { NextPoll } from '#components/sources/source/next-poll.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { delayText, figureText, weightText } from './source-figures.ts'
import { LastPoll, SourceName, WeightButton } from './source-table-row.tsx'
import { columns } from './sources-table.tsx'
import { WeightStrip } from './weight-strip.tsx'
import type { ListState } from './list-state.ts'

type SourceCardsProps = {
  readonly state: ListState
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

/** The list for phones: name, factor, weight, delay, state. */
export function SourceCards({ state, query, onChange }: SourceCardsProps) {
  const t = useWords('admin')
  return (
    <div className="md:hidden">
      <Field label={t('order')} className="mb-3 flex-row items-center gap-3">
        <Select
          value={query.sort}
          className="flex-1"
          onChange={(event) => {
            const sort = columns.find((column) => column.key === event.target.value)?.key
            if (sort !== undefined) onChange({ sort, direction: firstDirection(sort) })
          }}
        >
          {columns.map((column) => (
            <option key={column.key} value={column.key}>
              {t(column.name)}
            </option>
          ))}
        </Select>
      </Field>
      <ul className="border-t border-line-strong">
        {state.sources.map((source) => (
          <SourceCard key={source.id} source={source} state={state} />
        ))}
      </ul>
    </div>
  )
}

function firstDirection(sort: SourceSortKey): 'asc' | 'desc' {
  return sort === 'title' ? 'asc' : 'desc'
}

function SourceCard({ source, state }: { readonly source: AdminSourceRow; readonly state: ListState }) {
  const t = useWords('admin')
  const locale = useLocale()
  const isEdited = state.editedId === source.id
  return (
    <li className={`border-b border-line py-2 ${isEdited ? 'bg-paper' : ''}`}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        <Checkbox
          aria-label={t('choose', { source: source.title })}
          checked={state.chosenIds.has(source.id)}
          onChange={(event) => state.onChoose([source.id], event.target.checked)}
        />
        <SourceName source={source} />
        <WeightButton source={source} isEdited={isEdited} onEdit={state.onEdit} isAlone />
      </div>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-3 ps-7 text-12 text-ink-2">
        {source.delay.medianMs !== null && (
          <span>{t('halfWithinDelay', { duration: delayText(source.delay.medianMs, locale) })}</span>
        )}
        {source.promise?.state === 'broken' && <span className="text-late">{t('stateBroken')}</span>}
        <span>{t('figureWeight', { figure: weightText(source.weight, locale) })}</span>
        {source.pollsPerDay !== null && (
          <span>{t('figurePolls', { figure: figureText(source.pollsPerDay, t, locale) })}</span>
        )}
        <span>{t('subscriberCount', { count: source.subscribers })}</span>
        <span>{t.rich('nextIs', { time: () => <NextPoll at={source.nextPollAt} /> })}</span>
        <LastPoll source={source} />
      </div>
      {isEdited && (
        <div className="pt-2">
          <WeightStrip sources={[source]} onClose={() => state.onEdit(null)} />
        </div>
      )}
    </li>
  )
}
