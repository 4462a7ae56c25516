import { useMemo } from 'react'
import type { SourceOrder } from '#lib/api/organising/organising.ts'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useArrange, useChangeOrganising } from '#lib/queries/organising/organising-acts.ts'
import { useOrganising } from '#lib/queries/organising/organising.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'
import { buildTree, buildWholeTrees, type Tree } from './build-tree.ts'
import { movedWords } from './moved-words.ts'
import { findPlace, idsOf, planStep, type DropPlan, type TreeRow } from './plan-drop.ts'
import { useUndoable } from './use-undoable.ts'

/** Everything that the reader follows, hidden rows too, in the order shown and in the own one; and what of it is in sight. */
export function useWholeTrees(order: SourceOrder) {
  const folders = useFolders().data
  const subscriptions = useSubscriptions().data
  const counts = useCounts().data
  const shown = useOrganising().data?.shown ?? 'all'
  const language = useLanguage()
  return useMemo(() => {
    const facts = {
      folders: folders ?? [],
      subscriptions: subscriptions ?? [],
      counts,
      collator: new Intl.Collator(language),
    }
    return {
      ...buildWholeTrees({ ...facts, settings: { order, shown } }),
      inSight: buildTree({ ...facts, settings: { order, shown } }),
    }
  }, [folders, subscriptions, counts, order, shown, language])
}

/** Moves a row up or down by one, which sets the own order; null: it stands at that end already. */
export function useSteps(row: TreeRow, name: string) {
  const order = useOrganising().data?.order ?? 'name'
  const trees = useWholeTrees(order)
  const drop = useDrop(trees.own, order)
  const step = (by: 1 | -1) => {
    const plan = planStep(trees.shown, trees.inSight, order, row, by)
    return plan === null ? null : () => void drop(row, name, plan)
  }
  return { up: step(-1), down: step(1) }
}

/** Carries a drop out and offers the way back, to the own order of before. */
export function useDrop(ownTree: Tree, order: SourceOrder) {
  const t = useWords('organising')
  const act = useUndoable()
  const { mutateAsync: arrange } = useArrange()
  const { mutateAsync: changeOrganising } = useChangeOrganising()
  return async (dragged: TreeRow, name: string, { kind, parentId, ids, isOwnOrder }: DropPlan) => {
    const from = findPlace(ownTree, dragged)
    if (dragged.kind === 'top' || from === null) return
    const put = (place: number | null, wanted: readonly number[]) =>
      kind === 'folders'
        ? arrange({ kind, parentId: place, ids: [...wanted] })
        : arrange({ kind, folderId: place, ids: [...wanted] })
    const before = idsOf(from.branch, dragged.kind)
    const target = parentId === null ? null : folderName(ownTree, parentId)
    const moved = parentId === from.parentId ? null : movedWords(t, name, target)
    await act({
      done: isOwnOrder ? t('ownOrderSet') : moved,
      failed: kind === 'folders' ? t('folderNotMoved') : t('notMoved'),
      run: async () => {
        await put(parentId, ids ?? [dragged.id])
        if (isOwnOrder) await changeOrganising({ order: 'own' })
      },
      undo: async () => {
        await put(from.parentId, before)
        if (isOwnOrder) await changeOrganising({ order })
      },
    })
  }
}

function folderName(tree: Tree, id: number): string {
  for (const { folder, ...inner } of tree.folders) {
    const name = folder.id === id ? folder.name : folderName(inner, id)
    if (name !== '') return name
  }
  return ''
}
