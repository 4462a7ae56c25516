'use client'

import { useMemo } from 'react'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import {
  useChangeSubscriptions,
  useRestoreSubscriptions,
  useUnsubscribe,
} from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'
import { movedWords } from './moved-words.ts'
import { useUndoable } from './use-undoable.ts'

type Items = readonly SubscriptionItem[]

/** The acts on subscriptions, one or many; each act can be taken back from its toast. */
export function useSubscriptionActs() {
  const t = useWords('organising')
  const act = useUndoable()
  const { mutateAsync: change } = useChangeSubscriptions()
  const { mutateAsync: restore } = useRestoreSubscriptions()
  const { mutateAsync: end } = useUnsubscribe()

  return useMemo(() => {
    async function move(items: Items, folderId: number | null, folderName: string | null) {
      const moved = items.filter((item) => item.folderId !== folderId)
      if (moved.length === 0) return
      await act({
        done: movedWords(t, nameOf(moved, t), folderName),
        failed: t('notMoved'),
        run: () => change({ ids: idsOf(moved), folderId }),
        undo: async () => {
          for (const [from, those] of Map.groupBy(moved, (item) => item.folderId))
            await change({ ids: idsOf(those), folderId: from })
        },
      })
    }

    async function mute(items: Items, isMuted: boolean) {
      const changed = items.filter((item) => item.isMuted !== isMuted)
      if (changed.length === 0) return
      const name = nameOf(changed, t)
      await act({
        done: isMuted ? t('isMuted', { name }) : t('isHeard', { name }),
        failed: t('notSaved'),
        run: () => change({ ids: idsOf(changed), isMuted }),
        undo: () => change({ ids: idsOf(changed), isMuted: !isMuted }),
      })
    }

    async function setApart(items: Items, isApart: boolean) {
      const changed = items.filter((item) => item.isApart !== isApart)
      if (changed.length === 0) return
      const name = nameOf(changed, t)
      await act({
        done: isApart ? t('isApart', { name }) : t('isInAll', { name }),
        failed: t('notSaved'),
        run: () => change({ ids: idsOf(changed), isApart }),
        undo: () => change({ ids: idsOf(changed), isApart: !isApart }),
      })
    }

    async function setUnreadEdits({ id, title: name }: SubscriptionItem, unreadEdits: boolean) {
      await act({
        done: unreadEdits ? t('areUnreadEdits', { name }) : t('stayReadEdits', { name }),
        failed: t('notSaved'),
        run: () => change({ ids: [id], unreadEdits }),
        undo: () => change({ ids: [id], unreadEdits: !unreadEdits }),
      })
    }

    async function setFast(items: Items, wantsFast: boolean) {
      const changed = items.filter((item) => item.wantsFast !== wantsFast)
      if (changed.length === 0) return
      const name = nameOf(changed, t)
      await act({
        done: wantsFast ? t('isFast', { name }) : t('isUsual', { name }),
        failed: t('notSaved'),
        run: () => change({ ids: idsOf(changed), wantsFast }),
        undo: () => change({ ids: idsOf(changed), wantsFast: !wantsFast }),
      })
    }

    async function unsubscribe(items: Items) {
      const ids = idsOf(items)
      await act({
        done: t('unsubscribedFrom', { name: nameOf(items, t) }),
        failed: t('notUnsubscribed'),
        run: () => end(ids),
        undo: () => restore(ids),
      })
    }

    return { move, mute, setApart, setFast, setUnreadEdits, unsubscribe }
  }, [change, restore, end, t, act])
}

export type SubscriptionActs = ReturnType<typeof useSubscriptionActs>

function idsOf(items: Items): number[] {
  return items.map((item) => item.id)
}

function nameOf(items: Items, t: AreaWords<'organising'>): string {
  const [first] = items
  return items.length === 1 && first !== undefined ? first.title : t('sourceCount', { count: items.length })
}
