import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteContext } from '#lib/api/http/route.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'

type Handler = (request: Request, context: RouteContext) => Promise<Response>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const folder = path.resolve('app/api/v1/admin')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('route.ts'),
)
const routes = (
  await Promise.all(
    files.map(async (file) => {
      const handlers = (await import(pathToFileURL(path.join(folder, file)).href)) as Record<
        string,
        Handler | undefined
      >
      return methods.flatMap((method) => {
        const handler = handlers[method]
        return handler === undefined ? [] : [{ file, method, handler }]
      })
    }),
  )
).flat()

let tokens: { stranger: null; subscriber: string; lockedAdmin: string }
let stop: () => Promise<void>

beforeAll(async () => {
  const server = await startServerDatabase()
  stop = server.stop
  const bob = await addSubscriber(server.database, { name: 'bob' })
  const ada = await addSubscriber(server.database, { name: 'ada', role: 'admin' })
  await server.database.user.update({ where: { id: ada.id }, data: { banned: true } })
  tokens = { stranger: null, subscriber: bob.token, lockedAdmin: ada.token }
})
afterAll(() => stop())

test('there are admin routes to be guarded', () => {
  expect(routes.length).toBeGreaterThanOrEqual(12)
})

test.each(routes)(
  '$method $file refuses strangers, subscribers and locked admins',
  async ({ file, method, handler }) => {
    const statuses = await Promise.all(
      [tokens.stranger, tokens.subscriber, tokens.lockedAdmin].map(async (token) => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {}
        const request = requestWith(token, '/api/v1/admin', method, body)
        const answer = await handler(request, { params: Promise.resolve({ id: '1' }) })
        return answer.status
      }),
    )
    // Acts upon accounts take no token at all, whosever it is.
    const isActUponAccount = file.startsWith('users/') && method !== 'GET'
    expect(statuses).toEqual([401, 403, isActUponAccount ? 403 : 401])
  },
)
