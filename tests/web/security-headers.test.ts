import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSecurityHeaders } from '#lib/web/security-headers.ts'

let seen: IncomingMessage['headers'] = {}
let isSecure = false
const server = createServer((request, response) => {
  setSecurityHeaders(request, response, { isSecure, isDevelopment: false })
  seen = request.headers
  response.end()
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })

function policyOf(response: Response): ReadonlyMap<string, string> {
  const text = response.headers.get('content-security-policy') ?? ''
  return new Map(
    text.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

test.each(['/', '/settings', '/sources/12', '/admin/sources', '/api', '/about/crawler', '/none-such'])(
  'the page %s runs scripts of its own nonce alone, and stands in no frame',
  async (path) => {
    const policy = policyOf(await ask(path))
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toMatch(/^'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/)
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.has('object-src')).toBe(false) // default-src forbids it
  },
)

test('no proxy keeps a page for others; files are the same for everybody', async () => {
  const named = ['/sources/x.css', '/sources/12.0', '/settings/account.png?x']
  for (const path of ['/', '/settings', '/sources/12?days=3', '/?q=a.b', '/none-such', ...named])
    expect((await ask(path)).headers.get('cache-control')).toBe('private, no-cache')
  const inFolders = ['/fonts/literata-latin-opsz-normal.woff2', '/starter-packs/1-world-news.opml']
  for (const path of ['/icon.svg', '/manifest.webmanifest?v=1', '/api/v1/me', ...inFolders])
    expect((await ask(path)).headers.get('cache-control')).toBeNull()
})

test('no two pages have the same nonce', async () => {
  const policies = await Promise.all(Array.from({ length: 20 }, () => ask('/').then(policyOf)))
  expect(new Set(policies.map((policy) => policy.get('script-src'))).size).toBe(20)
})

test('the nonce is what Next reads, and never a stranger’s', async () => {
  const stranger = { 'content-security-policy': "script-src 'nonce-known'" }
  const page = await ask('/', stranger)
  expect(seen['content-security-policy']).toBe(page.headers.get('content-security-policy'))
  expect(seen['content-security-policy']).not.toContain('known')
  await ask('/', { 'content-security-policy-report-only': "script-src 'nonce-known'" })
  expect(seen['content-security-policy-report-only']).toBeUndefined()
  await ask('/api/v1/postings', stranger)
  expect(seen['content-security-policy']).toBeUndefined()
})

test.each([
  '/api/v1/postings',
  '/api/greader.php/reader/api/0/tag/list',
  '/reader/api/0/tag/list',
  '/v1/entries?status=unread',
  '/v1',
  '/fever/?api',
  '/fever?api',
  '/out/secret.atom',
  '/hub',
  '/metrics',
  '/healthz',
  '/healthcheck',
  '/version',
])('data at %s does nothing where a browser opens it', async (path) => {
  const policy = policyOf(await ask(path))
  expect([...policy]).toEqual([
    ['default-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['sandbox', ''],
  ])
})

test('browsers are held to https where readers come by it, and only there', async () => {
  expect((await ask('/')).headers.get('strict-transport-security')).toBeNull()
  isSecure = true
  expect((await ask('/')).headers.get('strict-transport-security')).toBe('max-age=31536000')
})
