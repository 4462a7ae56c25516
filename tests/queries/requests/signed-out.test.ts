import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#lib/queries/requests/keys.ts'
import { ApiFailure } from '#lib/queries/requests/request.ts'

let done: string[]

beforeEach(() => {
  done = []
  vi.resetModules() // a page of its own
  vi.stubGlobal('window', {
    caches: { delete: (name: string) => Promise.resolve(done.push(`forgot ${name}`)) },
    location: { assign: (address: string) => done.push(`went to ${address}`) },
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A page whose requests fail, of somebody who was signed in, or nobody. */
async function openPage(wasSignedIn: boolean, code: 'not_signed_in' | 'forbidden') {
  const { createQueryClient } = await import('#lib/queries/requests/query-client.ts')
  const { ApiFailure: Failure } = await import('#lib/queries/requests/request.ts')
  const client = createQueryClient()
  if (wasSignedIn) client.setQueryData(keys.me, { id: 'anna' })
  const fail = (): Promise<ApiFailure> => Promise.reject(new Failure(code, 'no'))
  return {
    ask: () => client.fetchQuery({ queryKey: keys.counts, queryFn: fail }).catch(() => undefined),
    act: () =>
      client
        .getMutationCache()
        .build(client, { mutationFn: fail })
        .execute(undefined)
        .catch(() => undefined),
  }
}

test('a page whose session was ended is left for the sign-in once, and nothing is kept', async () => {
  const page = await openPage(true, 'not_signed_in')
  await Promise.all([page.ask(), page.act(), page.ask()])
  await expect.poll(() => done).toEqual(['forgot skylark-user', 'went to /sign-in'])
})

test('an act that is refused as nobody is signed in leaves the page, too', async () => {
  await (await openPage(true, 'not_signed_in')).act()
  await expect.poll(() => done).toEqual(['forgot skylark-user', 'went to /sign-in'])
})

test.each([
  ['where nobody was signed in', false, 'not_signed_in'],
  ['after another failure', true, 'forbidden'],
] as const)('no page is left %s', async (_name, wasSignedIn, code) => {
  const page = await openPage(wasSignedIn, code)
  await page.ask()
  await page.act()
  expect(done).toEqual([])
})

test('what this browser is sent of the account’s alerts ends before the page is left', async () => {
  const unsubscribe = () => Promise.resolve(done.push('unsubscribed') > 0)
  const pushManager = { getSubscription: () => Promise.resolve({ unsubscribe }) }
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) },
  })
  await (await openPage(true, 'not_signed_in')).act()
  await expect.poll(() => done).toEqual(['forgot skylark-user', 'unsubscribed', 'went to /sign-in'])
})
