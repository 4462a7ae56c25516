'use client'

import { useCallback } from 'react'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import {
  useChangeSubscriptions,
  useRestoreSubscriptions,
  useUnsubscribe,
} from '#lib/queries/subscriptions.ts'

/** What can be done with subscriptions, one or many; each act can be taken back from its toast. */
export function useSubscriptionActs() {
  const { mutateAsync: change } = useChangeSubscriptions()
  const { mutateAsync: restore } = useRestoreSubscriptions()
  const { mutateAsync: end } = useUnsubscribe()

  const move = useCallback(
    async (items: readonly SubscriptionItem[], folderId: number | null, folderName: string) => {
      const moved = items.filter((item) => item.folderId !== folderId)
      await attempt('The sources were not moved', async () => {
        if (moved.length > 0) await change({ ids: moved.map((item) => item.id), folderId })
        showToast(`${nameOf(moved)} moved to ${folderName}`, {
          label: 'Undo',
          run: () =>
            void attempt('The sources were not moved back', async () => {
              for (const [from, items] of Map.groupBy(moved, (item) => item.folderId))
                await change({ ids: items.map((item) => item.id), folderId: from })
            }),
        })
      })
    },
    [change],
  )

  const unsubscribe = useCallback(
    async (items: readonly SubscriptionItem[]) => {
      await attempt('Not unsubscribed', async () => {
        const ids = items.map((item) => item.id)
        await end(ids)
        showToast(`Unsubscribed from ${nameOf(items)}`, {
          label: 'Undo',
          run: () =>
            void attempt('Not subscribed again', async () => {
              await restore(ids)
            }),
        })
      })
    },
    [end, restore],
  )

  return { move, unsubscribe }
}

function nameOf(items: readonly SubscriptionItem[]): string {
  const [first] = items
  return items.length === 1 && first !== undefined ? first.title : `${items.length} sources`
}

async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(`${what}. ${error instanceof Error ? error.message : ''}`)
  }
}
