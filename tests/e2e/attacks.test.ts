import http from 'node:http'
import { expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'

/** The built server as strangers reach it: what Next and proxies were made to believe elsewhere. */
const app = sharedApp()

/** Asks as nobody else would: fetch sets Host itself. */
type Answer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string }

function ask(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const request = http.request(app.url, { path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    request.on('error', reject).end()
  })
}

/**
 * No proxy may keep it. Where Next asks for its own headers to be named in the address it answers 307, which nobody keeps
 * unasked (RFC 9110, 15.4.8), and which leads to the same path.
 */
function expectUnkept(path: string, sent: object, { status, headers, text }: Answer): void {
  const said = headers['cache-control'] ?? ''
  const isEmptyTurn = status === 307 && said === '' && text.length < 100 && isSame(path, headers.location)
  expect([path, sent, status, said, isEmptyTurn || /no-store|private/.test(said)]).toEqual([
    path,
    sent,
    status,
    said,
    true,
  ])
  expect(said).not.toMatch(/s-maxage|public/)
}

function isSame(path: string, location: string | undefined): boolean {
  return new URL(location ?? '/', app.url).href.startsWith(`${new URL(path, app.url).href}?_rsc`)
}

const believed: readonly Readonly<Record<string, string>>[] = [
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' }, // CVE-2025-29927
  { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware' },
  { 'x-now-route-matches': '1', 'x-matched-path': '/admin' }, // CVE-2024-46982
  { 'x-invoke-path': '/admin', 'x-invoke-status': '200', 'x-nextjs-data': '1' },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  {
    'x-remote-user': 'admin',
    'x-forwarded-user': 'admin',
    'x-webauth-user': 'admin',
    'remote-user': 'admin',
  },
  { rsc: '1' },
  { 'next-router-prefetch': '1', rsc: '1', 'next-url': '/admin' },
]

test('no header opens a page or an operation to a stranger, and no answer may be kept for others', async () => {
  for (const headers of believed)
    for (const path of ['/admin', '/settings', '/', '/api/v1/admin/users', '/api/v1/me']) {
      const answer = await ask(path, headers)
      const isShown = answer.status === 200 && !answer.text.includes('/sign-in')
      expect([path, headers, isShown]).toEqual([path, headers, false])
      expect(answer.text).not.toContain(app.admin.email)
      expectUnkept(path, headers, answer)
    }
})

const cookie = app.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

test('no address is drawn as markup, to strangers or to who is signed in (FreshRSS, CVE-2018-19782; RSSHub, CVE-2023-26491)', async () => {
  const attack = encodeURIComponent('"><script>alert(9)</script>')
  for (const path of [
    ...[`/?q=${attack}`, `/?folder=${attack}`, `/sign-in?next=/${attack}`, `/sign-in?error=${attack}`],
    ...[`/save?url=${attack}`, `/subscribe?url=${attack}`, `/${attack}`, `/api/v1/${attack}`],
    ...[`/reader/api/0/${attack}`, `/out/${attack}.atom`, `/api/v1/images?url=${attack}&signature=x`],
  ])
    for (const headers of [undefined, { cookie }]) {
      const { status, text } = await ask(path, headers ?? {})
      expect([path, text.includes('<script>alert(9)'), status < 500]).toEqual([path, false, true])
    }
})

test('no path leads out of what is served (FreshRSS, CVE-2022-23497, CVE-2025-58173)', async () => {
  for (const path of [
    ...['/../package.json', '/%2e%2e/package.json', '/_next/static/..%2f..%2fpackage.json'],
    ...[
      '/_next/static/%2e%2e/%2e%2e/package.json',
      '/_next/static/../../package.json',
      '/out/..%2fpackage.json',
    ],
    ...['/_next/static/..%5c..%5cpackage.json', '/_next/../package.json', '/icons/..%2f..%2fpackage.json'],
    ...[
      '/%00/package.json',
      '//package.json',
      '/.env',
      '/package.json',
      '/_next/static/%2e%2e%2f%2e%2e%2fpackage.json',
    ],
  ]) {
    const { status, text } = await ask(path, { cookie })
    expect([path, text.includes('"name": "skylark"'), status < 500]).toEqual([path, false, true])
  }
})

const asked: readonly Readonly<Record<string, string>>[] = [{}, { 'x-now-route-matches': '1' }, { rsc: '1' }]

test('Next fetches no pictures for anybody', async () => {
  for (const path of [
    '/_next/image?url=%2Fapple-icon.png&w=64&q=75',
    '/_next/image?url=https%3A%2F%2Fexample.org%2Fa.png&w=64&q=75',
  ])
    expect((await ask(path, {})).status).toBe(404)
})

test('who asks for the headers of a stream of events gets them, and opens none', async () => {
  // An account has 50 of them.
  for (let n = 0; n <= 50; n += 1) {
    const { status, headers } = await ask('/api/v1/events', { cookie }, 'HEAD')
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  }
})

test('pages of somebody signed in are kept by nobody between', async () => {
  for (const path of [
    '/',
    '/settings',
    '/sources',
    '/admin',
    '/api/v1/me',
    '/api/v1/postings',
    '/api/v1/export',
  ])
    for (const more of asked) {
      expectUnkept(path, more, await ask(path, { cookie, ...more }))
    }
})

test('the Host of a request is not in what it leads to', async () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  for (const path of [
    '/',
    '/admin',
    '/sign-in',
    '/save?url=x',
    '/api/v1/digests/end?token=x',
    '//evil.example/',
    '/sources/',
  ]) {
    const { headers, text } = await ask(path, evil)
    expect([path, headers.location ?? '']).toEqual([
      path,
      expect.not.stringMatching(/^(https?:)?[/\\\\]{2}evil/),
    ])
    if (!path.includes('evil')) expect(text).not.toContain('evil.example')
  }
})

test('after signing in one stays here, whatever next= says', async () => {
  for (const next of [
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
  ]) {
    const { headers, text } = await ask(`/sign-in?${new URLSearchParams({ next }).toString()}`, { cookie })
    const to = new URL(headers.location ?? '/', app.url)
    expect([next, to.origin]).toEqual([next, new URL(app.url).origin])
    expect(text).not.toMatch(/url=(https?:)?\/\/evil|"\/\/evil/)
  }
})

test('who changes X-Forwarded-For from request to request is counted by what our proxy adds to it', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) {
    const claimed = `203.0.113.${n}`
    const headers = { 'x-real-ip': claimed, forwarded: `for=${claimed}`, 'cf-connecting-ip': claimed }
    const answer = await ask('/hub', { ...headers, 'x-forwarded-for': `${claimed}, 198.51.100.77` }, 'POST')
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses).toContain(400)
  expect(statuses.at(-1)).toBe(429)
})
