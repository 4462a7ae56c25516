'use client'

import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useBulkWeight, useChangeWeight } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { weightText } from './source-figures.ts'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'

/** Saves one weight for some sources, with the way back to each one's own. */
export function useSaveWeights(sources: readonly AdminSourceRow[], onDone: () => void) {
  const t = useWords('admin')
  const common = useWords('common')
  const locale = useLocale()
  const { mutateAsync: changeOne, isPending: isOnePending } = useChangeWeight()
  const { mutateAsync: changeMany, isPending: areManyPending } = useBulkWeight()
  const [only] = sources
  const isSingle = sources.length === 1 && only !== undefined

  async function save(weightFactor: number) {
    if (isSingle) await changeOne({ id: only.id, weightFactor })
    else await changeMany({ ids: sources.map((source) => source.id), weightFactor })
    const name = isSingle ? only.title : t('sourceCount', { count: sources.length })
    showToast(t('weightSaved', { weight: weightText(weightFactor, locale), name }), {
      label: common('undo'),
      run: () => void restore().catch(report(t('weightNotBack'))),
    })
    onDone()
  }
  async function restore() {
    for (const before of new Set(sources.map((source) => source.weightFactor))) {
      const group = sources.filter((source) => source.weightFactor === before)
      await changeMany({ ids: group.map((source) => source.id), weightFactor: before })
    }
  }
  return {
    run: (weightFactor: number) => void save(weightFactor).catch(report(t('weightNotSaved'))),
    isPending: isOnePending || areManyPending,
  }
}

function report(what: string) {
  return (error: unknown) => showError(what, error)
}
