import { dehydrate, hydrate, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { toBeAskedAgain } from '#lib/pages/asked-again.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'

const queryKey = ['rules']

test.each([
  ['a document', (state: ReturnType<typeof dehydrate>) => state, 0],
  ['a link', toBeAskedAgain, 1],
])('what came with %s is shown at once, and asked for again as it has to be', async (_, carried, asked) => {
  const server = createQueryClient()
  server.setQueryData(queryKey, 'old')
  const state = carried(dehydrate(server))
  const browser = createQueryClient()
  // The page was left open before, and its data has changed since: the link's is younger than both.
  browser.setQueryData(queryKey, 'older', { updatedAt: Date.now() - 1000 })
  await browser.invalidateQueries({ queryKey })
  hydrate(browser, state)
  const queryFn = vi.fn(() => Promise.resolve('new'))
  const observer = new QueryObserver(browser, { queryKey, queryFn })
  const stop = observer.subscribe(() => undefined)
  expect(observer.getCurrentResult().data).toBe('old')
  await vi.waitFor(() => expect(browser.getQueryData(queryKey)).toBe(asked === 0 ? 'old' : 'new'))
  expect(queryFn).toHaveBeenCalledTimes(asked)
  stop()
  browser.clear()
})
