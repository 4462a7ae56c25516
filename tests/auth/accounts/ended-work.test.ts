import { expect, onTestFinished, test, vi } from 'vitest'
import * as channels from '#app/api/v1/alerts/channels/route.ts'
import * as exportRoute from '#app/api/v1/export/route.ts'
import * as importRoute from '#app/api/v1/import/route.ts'
import * as opml from '#app/api/v1/opml/route.ts'
import * as confirm from '#app/api/v1/password-reset/confirm/route.ts'
import * as run from '#app/api/v1/rules/[id]/run/route.ts'
import * as tokens from '#app/api/v1/tokens/route.ts'
import { POST as greader } from '#app/reader/[[...path]]/route.ts'
import { POST as miniflux } from '#app/v1/[[...path]]/route.ts'
import { ruleRequest } from '#lib/api/rules/rules.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { appTokenOf, createAppPassword, findAppBySecret } from '#lib/auth/requests/app-passwords.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { createRule } from '#lib/store/rules/rules.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { goodPassword } from '#tests/support/world/accounts.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { browse, signUp, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()
const noParams = { params: Promise.resolve({}) }

async function intruder(name: string) {
  const { email } = await signUp(name)
  const user = await server.database.user.findUniqueOrThrow({ where: { email } })
  const { token } = await createToken(server.database, user.id, 'of an intruder')
  return { user, id: user.id, token }
}

async function resetByLink(id: string): Promise<void> {
  const [, token] = (await makeResetLink(server.database, id, new Date())).split('#')
  const call = { method: 'POST', body: { token, password: 'another good one' } } as const
  expect((await browse(null, confirm, call)).status).toBe(204)
}

/** Lets work go on until it wants to write to a table, and does something before it may. */
async function whileItWaits<Done>(table: string, begin: () => Promise<Done>, act: () => Promise<void>) {
  const { database } = server
  let begun: Promise<Done> | undefined
  await database.$transaction(
    async (transaction) => {
      await transaction.$executeRawUnsafe(`LOCK TABLE "${table}" IN SHARE ROW EXCLUSIVE MODE`)
      begun = begin()
      await expect.poll(() => isWaitedFor(database), { timeout: 30_000 }).toBe(true)
      await act()
    },
    { timeout: 60_000 },
  )
  if (begun === undefined) throw new Error('Nothing was begun.')
  return begun
}

const outline = (_: unknown, at: number) => `<outline text="F" xmlUrl="https://h${at % 50}.example/${at}"/>`
const list = `<opml version="2.0"><body>${Array.from({ length: 1_500 }, outline).join('')}</body></opml>`
const post = (path: string, headers: Readonly<Record<string, string>>) =>
  new Request(`${publicUrl}${path}`, { method: 'POST', headers, body: list })
type Account = Awaited<ReturnType<typeof intruder>>
const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` })

const imports = {
  'of any reader': async (account: Account) =>
    importRoute.POST(post('/api/v1/import', bearer(account)), noParams),
  'of a list': async (account: Account) => opml.POST(post('/api/v1/opml', bearer(account)), noParams),
  'by Miniflux’s API': async ({ token }: Account) =>
    miniflux(post('/v1/import', { 'x-auth-token': token }), undefined),
  'by a reader app': async ({ user }: Account) => {
    const { token } = await createAppPassword(server.database, user, 'app', false)
    const access = await findAppBySecret(server.database, token, new Date())
    if (access === null) throw new Error('no access')
    const headers = { authorization: `GoogleLogin auth=${appTokenOf(access)}`, 'content-type': 'text/xml' }
    return greader(post('/reader/api/0/subscription/import', headers), undefined)
  },
} as const

test.each(Object.entries(imports))('an import %s ends as a link sets a new password', async (name, begin) => {
  const account = await intruder(name.replaceAll(/\W/g, '-').toLowerCase())
  const answered = await whileItWaits(
    'subscription',
    () => begin(account),
    () => resetByLink(account.id),
  )
  const text = await answered.text()
  await afterAnswerDone()
  if (name === 'of any reader') expect(text).toContain('"code":"not_signed_in"')
  else expect(answered.status).toBe(401)
  expect(await server.database.subscription.count({ where: { subscriberId: account.id } })).toBe(1_000)
})

async function addPostings(subscriberId: string, count: number): Promise<void> {
  const { database } = server
  const source = await database.source.create({
    data: { url: `https://${subscriberId}.example/feed`, host: { create: { name: subscriberId } } },
  })
  await database.subscription.create({ data: { subscriberId, sourceId: source.id, readThrough: 0 } })
  await database.$executeRaw`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT n::text, 'Owl ' || n, 'Text', '', '', now(), false, now(), ${source.id} FROM generate_series(1, ${count}::int) n`
}

test('the run of a rule ends, and is taken back', async () => {
  const account = await intruder('rules')
  await addPostings(account.id, 3_000)
  const wanted = ruleRequest.parse({ name: 'Owls', kind: 'block', query: 'like:owl*' })
  const rule = await createRule(server.database, account.id, wanted)
  if (typeof rule === 'string') throw new Error(rule)
  const ran = await whileItWaits(
    'posting_state',
    () =>
      run.POST(
        new Request(`${publicUrl}/api/v1/rules/${rule.id}/run`, { method: 'POST', headers: bearer(account) }),
        {
          params: Promise.resolve({ id: String(rule.id) }),
        },
      ),
    () => resetByLink(account.id),
  )
  expect(ran.status).toBe(401)
  expect(await server.database.postingState.count({ where: { hiddenAt: { not: null } } })).toBe(0)
})

test('an export ends', async () => {
  const account = await intruder('reads')
  await addPostings(account.id, 3_000)
  await server.database.$executeRaw`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "starredAt", "updatedAt")
    SELECT ${account.id}, "id", "sourceId", now(), now() FROM "posting"`
  const exported = await exportRoute.GET(
    new Request(`${publicUrl}/api/v1/export`, { headers: bearer(account) }),
    noParams,
  )
  const reader = exported.body?.getReader()
  await reader?.read()
  await resetByLink(account.id)
  const readRest = async () => {
    while ((await reader?.read())?.done === false);
  }
  await expect(readRest()).rejects.toThrow('signIn')
})

test('a body that was begun before, and comes slowly, changes nothing after', async () => {
  const account = await intruder('waits')
  let send: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (text) => {
        controller.enqueue(Buffer.from(text))
        if (text.endsWith('}')) controller.close()
      }
    },
  })
  const channel = JSON.stringify({ kind: 'webhook', name: 'Mine', url: 'https://evil.example/hook' })
  send(channel.slice(0, 10))
  const headers = { ...bearer(account), 'content-type': 'application/json' }
  const request = new Request(`${publicUrl}/api/v1/alerts/channels`, {
    ...{ method: 'POST', headers, body, duplex: 'half' },
  } as RequestInit)
  const answered = channels.POST(request, noParams)
  await vi.waitFor(() => expect(request.bodyUsed).toBe(true))
  await resetByLink(account.id)
  await new Promise((resolve) => setTimeout(resolve, 30))
  send(channel.slice(10))
  expect((await answered).status).toBe(401)
  expect(await server.database.alertChannel.count({ where: { subscriberId: account.id } })).toBe(0)
})

test('a password that is compared while a new one is set opens nothing', async () => {
  const browser = await signUp('mallory')
  const { id } = await server.database.user.findUniqueOrThrow({ where: { email: browser.email } })
  const { password: hasher } = await serverAuth().$context
  const compare = vi.spyOn(hasher, 'verify').mockImplementation(async () => {
    await resetByLink(id)
    return true
  })
  onTestFinished(() => compare.mockRestore())
  const asked = { method: 'POST', body: { name: 'Mine', password: goodPassword } } as const
  expect((await browse(browser, tokens, asked)).status).toBe(401)
  expect(await server.database.apiToken.count({ where: { userId: id } })).toBe(0)
})

test('runs of the lab that an admin asked for end', async () => {
  const { id } = await intruder('admin')
  const asked = { request: {}, createdAt: new Date(referenceAt), requestedById: id }
  for (const state of ['waiting', 'running', 'done'])
    await server.database.labRun.create({ data: { ...asked, state } })
  await resetByLink(id)
  const states = await server.database.labRun.findMany({ select: { state: true }, orderBy: { id: 'asc' } })
  expect(states.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'done'])
})
