'use client'

import { useCallback } from 'react'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { useChangeSubscription, useSubscribe, useUnsubscribe } from '#lib/queries/subscriptions.ts'

/** What can be done with subscriptions, one or many; each act can be taken back from its toast. */
export function useSubscriptionActs() {
  const { mutateAsync: change } = useChangeSubscription()
  const { mutateAsync: subscribe } = useSubscribe()
  const { mutateAsync: end } = useUnsubscribe()

  const move = useCallback(
    async (items: readonly SubscriptionItem[], folderId: number | null, folderName: string) => {
      const moved = items.filter((item) => item.folderId !== folderId)
      await attempt('The sources were not moved', async () => {
        for (const item of moved) await change({ id: item.id, change: { folderId } })
        showToast(`${nameOf(moved)} moved to ${folderName}`, {
          label: 'Undo',
          run: () =>
            void attempt('The sources were not moved back', async () => {
              for (const item of moved) await change({ id: item.id, change: { folderId: item.folderId } })
            }),
        })
      })
    },
    [change],
  )

  const unsubscribe = useCallback(
    async (items: readonly SubscriptionItem[]) => {
      await attempt('Not unsubscribed', async () => {
        for (const item of items) await end(item.id)
        showToast(`Unsubscribed from ${nameOf(items)}`, {
          label: 'Undo',
          run: () =>
            void attempt('Not subscribed again', async () => {
              for (const item of items) await subscribe(requestOf(item))
            }),
        })
      })
    },
    [end, subscribe],
  )

  return { move, unsubscribe }
}

function requestOf(item: SubscriptionItem) {
  return {
    url: item.url,
    ...(item.folderId === null ? {} : { folderId: item.folderId }),
    ...(item.ownTitle === null ? {} : { title: item.ownTitle }),
  }
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
