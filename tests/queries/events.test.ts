import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { catchUp } from '#lib/queries/events.ts'
import { keys } from '#lib/queries/keys.ts'

test('after a lost connection everything that another window may have changed is fetched anew', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const organised = ['subscriptions', 'folders', 'labels', 'organising', 'views'] as const
  const kept = [...organised, 'settings', 'listSettings', 'freshCounts', 'account'] as const
  for (const name of kept) client.setQueryData(keys[name], [])
  await catchUp(client)
  for (const name of kept) expect(client.getQueryState(keys[name])?.isInvalidated, name).toBe(true)
})
