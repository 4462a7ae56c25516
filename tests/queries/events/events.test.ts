import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { catchUp, receive } from '#lib/queries/events/events.ts'
import { keys, stateKeys } from '#lib/queries/requests/keys.ts'

test('after a lost connection everything that another window may have changed is fetched anew', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const kept = [
    ...['subscriptions', 'folders', 'labels', 'organising', 'views', 'viewCounts', 'settings', 'me'],
    ...['adminSettings', 'publisherLimits', 'dayStrip', 'listSettings', 'freshCounts', 'readingSettings'],
  ] as const
  const queryKeys = [...kept.map((name) => keys[name]), keys.source(1), keys.sourcePolls(1)]
  for (const queryKey of queryKeys) client.setQueryData(queryKey, [])
  await catchUp(client)
  for (const queryKey of queryKeys)
    expect(client.getQueryState(queryKey)?.isInvalidated, queryKey.join()).toBe(true)
})

test('counts that are on their way when the connection is back are not what is shown', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const countsOf = (unread: number) => ({
    all: unread,
    bySource: { 7: unread },
    byFolder: {},
    byLabel: {},
  })
  const answers: ((unread: number) => void)[] = []
  const stop = new QueryObserver(client, {
    queryKey: keys.counts,
    queryFn: () => new Promise((resolve) => answers.push((unread) => resolve(countsOf(unread)))),
    initialData: countsOf(5),
  }).subscribe(() => undefined)
  expect(answers).toHaveLength(1)
  const caughtUp = catchUp(client)
  answers[0]?.(5)
  answers[1]?.(6)
  await caughtUp
  expect(answers).toHaveLength(2)
  expect(client.getQueryData(keys.counts)).toMatchObject({ all: 6 })
  stop()
})

test('settings are fetched anew when they changed elsewhere, not at each read mark, and not under a change from here', () => {
  const client = new QueryClient()
  const names = ['settings', 'listSettings', 'readingSettings'] as const
  for (const name of names) client.setQueryData(keys[name], {})
  expect(stateKeys.map(({ queryKey }) => queryKey)).not.toContain(keys.readingSettings)
  const mutation = client.getMutationCache().build(client, {
    mutationKey: keys.settings,
    mutationFn: () => new Promise(() => undefined),
  })
  void mutation.execute(undefined)
  receive(client, { type: 'settings' })
  const isInvalidated = names.map((name) => client.getQueryState(keys[name])?.isInvalidated)
  expect(isInvalidated).toEqual([false, true, true])
})

test('the list of feeds is fetched anew at once for first articles, and soon for icons in the first hour of a feed', () => {
  vi.useFakeTimers()
  const [ok, waiting] = [{ kind: 'ok' }, { kind: 'waiting' }]
  const [now, yesterday] = [Date.now(), Date.now() - 86_400_000].map((at) => new Date(at).toISOString())
  const cases = [
    [{ health: ok, iconUrl: '/icon', subscribedAt: now }, [0, 0]],
    [{ health: waiting, iconUrl: null, subscribedAt: yesterday }, [2, 2]],
    [{ health: ok, iconUrl: null, subscribedAt: now }, [0, 1]],
    [{ health: ok, iconUrl: null, subscribedAt: yesterday }, [0, 0]],
  ] as const
  for (const [facts, expected] of cases) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    let asked = 0
    const stop = new QueryObserver(client, {
      queryKey: keys.subscriptions,
      queryFn: () => new Promise(() => (asked += 1)),
      initialData: [{ sourceId: 7, ...facts }],
    }).subscribe(() => undefined)
    for (let event = 0; event < 2; event++) receive(client, { type: 'source', sourceId: 7 })
    const atOnce = asked
    vi.advanceTimersByTime(60_000)
    expect([atOnce, asked], JSON.stringify(facts)).toEqual(expected)
    stop()
  }
  vi.useRealTimers()
})
