'use client'

import { useState } from 'react'
import type { AdminSourcesQuery, AdminSourcesPage } from '#lib/api/server/admin.ts'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { SourceCards } from './source-cards.tsx'
import { SourcesTable } from './sources-table.tsx'
import { WeightStrip } from './weight-strip.tsx'
import type { ListState } from './list-state.ts'

type SourcesListProps = {
  readonly page: AdminSourcesPage
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

/** One page of sources; a table, and rows on phones. Ticked ones get a weight together. */
export function SourcesList({ page, query, onChange }: SourcesListProps) {
  const t = useWords('admin')
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const [editedId, setEditedId] = useState<number | null>(null)
  const [isBulk, setIsBulk] = useState(false)
  const chosen = page.sources.filter((source) => chosenIds.has(source.id))
  function onChoose(ids: readonly number[], isChosen: boolean) {
    const next = new Set(chosenIds)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setChosenIds(next)
  }
  function endBulk() {
    setIsBulk(false)
    setChosenIds(new Set())
  }
  const state: ListState = { sources: page.sources, chosenIds, editedId, onChoose, onEdit: setEditedId }
  return (
    <>
      {chosen.length > 0 && (
        <div role="region" aria-label={t('chosenSources')} className="mb-4">
          <div className="flex flex-wrap items-center gap-2">
            <span className="me-2 font-[550]" aria-live="polite">
              {t('sourcesChosen', { count: chosen.length })}
            </span>
            {!isBulk && (
              <Button size="small" onClick={() => setIsBulk(true)}>
                {t('setWeight')}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={endBulk}>
              {t('chooseNone')}
            </Button>
          </div>
          {isBulk && (
            <div className="mt-2">
              <WeightStrip
                key={chosen.map((source) => source.id).join()}
                sources={chosen}
                onClose={endBulk}
              />
            </div>
          )}
        </div>
      )}
      <SourcesTable state={state} query={query} onChange={onChange} />
      <SourceCards state={state} query={query} onChange={onChange} />
    </>
  )
}
