'use client'

import { useMemo } from 'react'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import {
  useChangeSubscriptions,
  useRestoreSubscriptions,
  useUnsubscribe,
} from '#lib/queries/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { Words } from '#lib/words/areas.ts'
import { movedWords } from './moved-words.ts'

type Items = readonly SubscriptionItem[]

/** What can be done with subscriptions, one or many; each act can be taken back from its toast. */
export function useSubscriptionActs() {
  const t = useWords('organising')
  const common = useWords('common')
  const { mutateAsync: change } = useChangeSubscriptions()
  const { mutateAsync: restore } = useRestoreSubscriptions()
  const { mutateAsync: end } = useUnsubscribe()

  return useMemo(() => {
    /** Does something and offers the way back. */
    async function act(
      done: string,
      failed: string,
      run: () => Promise<unknown>,
      undo: () => Promise<unknown>,
    ) {
      try {
        await run()
        showToast(done, {
          label: common('undo'),
          run: () => void undo().catch((error: unknown) => showError(t('notUndone'), error)),
        })
      } catch (error) {
        showError(failed, error)
      }
    }

    async function move(items: Items, folderId: number | null, folderName: string | null) {
      const moved = items.filter((item) => item.folderId !== folderId)
      if (moved.length === 0) return
      await act(
        movedWords(t, nameOf(moved, t), folderName),
        t('notMoved'),
        () => change({ ids: idsOf(moved), folderId }),
        async () => {
          for (const [from, those] of Map.groupBy(moved, (item) => item.folderId))
            await change({ ids: idsOf(those), folderId: from })
        },
      )
    }

    async function mute(items: Items, isMuted: boolean) {
      const changed = items.filter((item) => item.isMuted !== isMuted)
      if (changed.length === 0) return
      const name = nameOf(changed, t)
      await act(
        isMuted ? t('isMuted', { name }) : t('isHeard', { name }),
        t('notChanged'),
        () => change({ ids: idsOf(changed), isMuted }),
        () => change({ ids: idsOf(changed), isMuted: !isMuted }),
      )
    }

    async function setApart(items: Items, isApart: boolean) {
      const changed = items.filter((item) => item.isApart !== isApart)
      if (changed.length === 0) return
      const name = nameOf(changed, t)
      await act(
        isApart ? t('isApart', { name }) : t('isInAll', { name }),
        t('notChanged'),
        () => change({ ids: idsOf(changed), isApart }),
        () => change({ ids: idsOf(changed), isApart: !isApart }),
      )
    }

    async function unsubscribe(items: Items) {
      const ids = idsOf(items)
      await act(
        t('unsubscribedFrom', { name: nameOf(items, t) }),
        t('notUnsubscribed'),
        () => end(ids),
        () => restore(ids),
      )
    }

    return { move, mute, setApart, unsubscribe }
  }, [change, restore, end, t, common])
}

export type SubscriptionActs = ReturnType<typeof useSubscriptionActs>

function idsOf(items: Items): number[] {
  return items.map((item) => item.id)
}

function nameOf(items: Items, t: Words<'organising'>): string {
  const [first] = items
  return items.length === 1 && first !== undefined ? first.title : t('sourceCount', { count: items.length })
}
