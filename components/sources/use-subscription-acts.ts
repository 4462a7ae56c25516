'use client'

import { useCallback } from 'react'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { useChangeSubscription, useSubscribe, useUnsubscribe } from '#lib/queries/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { Words } from '#lib/words/areas.ts'

/** What can be done with subscriptions, one or many; each act can be taken back from its toast. */
export function useSubscriptionActs() {
  const t = useWords('sources')
  const common = useWords('common')
  const { mutateAsync: change } = useChangeSubscription()
  const { mutateAsync: subscribe } = useSubscribe()
  const { mutateAsync: end } = useUnsubscribe()

  const move = useCallback(
    async (items: readonly SubscriptionItem[], folderId: number | null, folderName: string) => {
      const moved = items.filter((item) => item.folderId !== folderId)
      await attempt(t('notMoved'), async () => {
        for (const item of moved) await change({ id: item.id, change: { folderId } })
        showToast(t('movedTo', { name: nameOf(moved, t), folder: folderName }), {
          label: common('undo'),
          run: () =>
            void attempt(t('notMovedBack'), async () => {
              for (const item of moved) await change({ id: item.id, change: { folderId: item.folderId } })
            }),
        })
      })
    },
    [change, t, common],
  )

  const unsubscribe = useCallback(
    async (items: readonly SubscriptionItem[]) => {
      await attempt(t('notUnsubscribed'), async () => {
        for (const item of items) await end(item.id)
        showToast(t('unsubscribedFrom', { name: nameOf(items, t) }), {
          label: common('undo'),
          run: () =>
            void attempt(t('notSubscribedAgain'), async () => {
              for (const item of items) await subscribe(requestOf(item))
            }),
        })
      })
    },
    [end, subscribe, t, common],
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

function nameOf(items: readonly SubscriptionItem[], t: Words<'sources'>): string {
  const [first] = items
  return items.length === 1 && first !== undefined ? first.title : t('sourceCount', { count: items.length })
}

async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(what, error)
  }
}
