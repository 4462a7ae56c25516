import { expect, test, vi } from 'vitest'
import { feverKey } from '#lib/auth/requests/app-passwords.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'

const server = withReaderApps({ LOG_LEVEL: 'debug' })

/** Apps send passwords in addresses and forms, and these fail: FreshRSS wrote them to its log (CVE-2023-22481). */
test('of a sign-in that fails neither password nor key is in the log, whatever fails', async () => {
  const email = 'ada@example.org'
  const password = 'hunter2-of-ada'
  const key = feverKey(email, password)
  const query = formOf({ Email: email, Passwd: password })
  const post = (path: string, body?: URLSearchParams) =>
    ask(`${server.url}${path}`, { method: 'POST', ...(body && { body }) })
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const others = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    ...(['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue()),
  ]
  try {
    const statuses: number[] = []
    const fail = async () => {
      statuses.push((await post(`/accounts/ClientLogin?${query}`)).status)
      statuses.push((await post('/accounts/ClientLogin', query)).status)
      statuses.push((await post(`/fever/?api&api_key=${key}`)).status)
      statuses.push((await post('/fever/?api', formOf({ api_key: key }))).status)
    }
    await fail()
    await server.database.$executeRaw`ALTER TABLE "api_token" RENAME TO "gone"`
    await fail()
    const text = [written, ...others].flatMap(({ mock }) => mock.calls.map((said) => said.join(' '))).join('')
    expect(statuses).toEqual([401, 401, 200, 200, 500, 500, 500, 500])
    expect(text).toContain('sync-failed')
    for (const secret of [password, key]) expect(text).not.toContain(secret)
  } finally {
    for (const spy of [written, ...others]) spy.mockRestore()
  }
})
