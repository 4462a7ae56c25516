import { afterEach, expect, test, vi } from 'vitest'
import { renewBrowser } from '#lib/queries/events/renew-browser.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser, and what it asks the server for. */
function openBrowser(permission: 'granted' | 'default', endpoint: string | null): string[] {
  const asked: string[] = []
  const pushManager = { getSubscription: () => Promise.resolve(endpoint === null ? null : { endpoint }) }
  vi.stubGlobal('window', { Notification: {} })
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    asked.push(`${address} ${body}`)
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  return asked
}

test('a browser that may show alerts and has an address for them says so', async () => {
  const asked = openBrowser('granted', 'https://push.example.org/phone')
  await renewBrowser()
  expect(asked).toEqual([
    expect.stringMatching(/\/alerts\/channels\/renew \{"endpoint":"https:\/\/push\.example\.org\/phone"\}$/),
  ])
})

test.each([
  ['was not permitted to show any', 'default', 'https://push.example.org/phone'],
  ['has no address for them', 'granted', null],
] as const)('a browser that %s asks for nothing', async (_name, permission, endpoint) => {
  const asked = openBrowser(permission, endpoint)
  await renewBrowser()
  expect(asked).toEqual([])
})
