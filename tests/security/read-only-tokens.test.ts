import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as outputFeeds from '#app/api/v1/output-feeds/route.ts'
import { operations } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { createIntegration } from '#lib/store/integrations/integrations.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'

/**
 * The answers to a token that may only read, of every operation that it may call. An address that opens something by itself would go on
 * to do so when the token has ended.
 */
let database: Database
let stop: () => Promise<void>
let site: SampleSite
let ids: SampleIds
let reading: string
let writing: string
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-read-only-'))
const routes = await loadApiRoutes()
/** In the path, topic or key of everything that is somewhere else, and in what that answered. */
const key = 'open-sesame'
let feedSecret = ''

beforeAll(async () => {
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  const owner = await addSubscriber(database, { name: 'anna' })
  ids = await addSamples(database, owner, site)
  const scopes = ['read'] as const
  reading = (await createToken(database, owner.id, 'reading', [...scopes])).token
  writing = owner.token
  const keys = { p256dh: key, auth: key }
  for (const channel of [
    { kind: 'webhook', name: 'Room', url: `https://hooks.example/${key}?at=${key}`, secret: key.repeat(2) },
    { kind: 'ntfy', name: 'Phone', url: `https://ntfy.example/${key}`, topic: key, token: key },
    { kind: 'web-push', name: 'Browser', endpoint: `https://push.example/${key}`, keys },
  ] as const)
    expect(typeof (await createChannel(database, owner.id, channel))).toBe('object')
  const linkding = {
    kind: 'linkding',
    name: 'Links',
    url: `https://links.example/${key}`,
    token: key,
  } as const
  expect(typeof (await createIntegration(database, owner.id, linkding, Date.now()))).toBe('object')
  const said = { error: `Cannot POST /${key}` } // as Express answers at a path that it does not know
  await database.alertDelivery.updateMany({ data: said })
  await database.integrationSend.updateMany({ data: said })
  const body = { name: 'All', place: { kind: 'all' } }
  const made = await callRoute(writing, { module: outputFeeds, method: 'POST', body })
  feedSecret = String(made.body['address']).split('/').at(-1) ?? ''
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close()])
  rmSync(dataDir, { recursive: true })
})

const readable = operations.filter(({ access, scope }) => access === 'token' && scope === 'read')
async function ask(operation: (typeof operations)[number], token: string) {
  const route = routes.get(`${operation.method} ${operation.path}`)
  const { status, text } = await callOperation(route, operation, ids, { authorization: `Bearer ${token}` })
  return { status, text }
}

describe('a token that may only read is told no address that opens something', () => {
  test.each(readable.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (_name, operation) => {
      const { status, text } = await ask(operation, reading)
      // A refusal tells nothing, whatever stands behind it.
      expect(status).toBe(status < 400 ? status : (await ask(operation, writing)).status)
      expect(status).not.toBe(500)
      expect(text).not.toContain(key)
      expect(text).not.toContain(feedSecret)
    },
  )
})

test('it is told the hosts', async () => {
  const texts = await Promise.all(
    readable.map(async (operation) => [operation.path, (await ask(operation, reading)).text] as const),
  )
  const told = new Map(texts)
  for (const host of ['hooks.example', 'ntfy.example', 'push.example'])
    expect(told.get('/alerts')).toContain(`"target":"${host}"`)
  expect(told.get('/integrations')).toContain('"url":"https://links.example"')
})

test('its export leaves out what has more than a host for an address, and says so', async () => {
  const bare = { kind: 'linkding', name: 'Bare', url: 'https://bare.example', token: key } as const
  const { id } = await database.user.findFirstOrThrow({ where: { name: 'anna' } })
  await createIntegration(database, id, bare, Date.now())
  const exported = async (token: string) => {
    const operation = operations.find(({ path }) => path === '/export')
    if (operation === undefined) throw new Error('There is no export.')
    return JSON.parse((await ask(operation, token)).text) as AccountExport
  }
  const namesOf = (places: readonly { readonly name: string }[]) => places.map(({ name }) => name)
  const [whole, part] = [await exported(writing), await exported(reading)]
  expect([whole.leftOut, part.leftOut]).toEqual([[], ['Links', 'Phone']])
  expect(namesOf(whole.integrations)).toEqual(expect.arrayContaining(['Links', 'Bare']) as unknown)
  expect(part.integrations).toEqual(whole.integrations.filter(({ name }) => name !== 'Links'))
  const channelsOf = ({ alerts, channels }: AccountExport) =>
    alerts.map((alert) => alert.channels.map((at) => channels[at]?.name))
  expect(namesOf(part.channels)).toEqual(namesOf(whole.channels).filter((name) => name !== 'Phone'))
  expect(channelsOf(part)).toEqual(channelsOf(whole).map((names) => names.filter((name) => name !== 'Phone')))
})

test('whoever may write is told all of it, where it is shown at all', async () => {
  const shown: string[] = []
  for (const operation of readable) {
    const { text } = await ask(operation, writing)
    if (text.includes(key) || text.includes(feedSecret)) shown.push(operation.path)
  }
  expect(shown.toSorted()).toEqual([
    ...['/alerts', '/alerts/deliveries', '/export', '/integrations', '/integrations/sends', '/output-feeds'],
  ])
})
