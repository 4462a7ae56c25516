import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { catchUp } from '#lib/queries/events.ts'
import { keys } from '#lib/queries/keys.ts'

test('after a lost connection everything that another window may have changed is fetched anew', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const kept = [
    ...['subscriptions', 'folders', 'labels', 'organising', 'views', 'viewCounts', 'settings', 'me'],
    ...['adminSettings', 'hostWishes', 'dayStrip', 'listSettings', 'freshCounts'],
  ] as const
  const queryKeys = [...kept.map((name) => keys[name]), keys.source(1), keys.sourcePolls(1)]
  for (const queryKey of queryKeys) client.setQueryData(queryKey, [])
  await catchUp(client)
  for (const queryKey of queryKeys)
    expect(client.getQueryState(queryKey)?.isInvalidated, queryKey.join()).toBe(true)
})
