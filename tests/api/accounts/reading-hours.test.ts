import { beforeEach, expect, test } from 'vitest'
import * as readingHours from '#app/api/v1/reading-hours/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const weekMs = 7 * 86_400_000

const { database } = await serverDatabaseOfFile()
let anna: { readonly id: string; readonly token: string }

beforeEach(async () => {
  await database.user.deleteMany()
  anna = await addSubscriber(database, { name: 'anna' })
})

const off = { kind: 'off', zone: 'UTC', given: [], learned: null, learnedAt: null, learnsFrom: null }
const read = (token = anna.token) => callRoute(token, { module: readingHours })
const change = (body: unknown) => callRoute(anna.token, { module: readingHours, method: 'PATCH', body })

test('nobody has reading hours who did not ask for them', async () => {
  expect(await read()).toEqual({ status: 200, body: off })
})

test('hours that are given are kept, sorted and once each, and are nobody else’s', async () => {
  const berta = await addSubscriber(database, { name: 'berta' })
  const given = { kind: 'given', zone: 'Europe/Berlin', given: [32, 7, 7, 8] }
  expect((await change(given)).body).toEqual({ ...off, ...given, given: [7, 8, 32] })
  expect((await change({ zone: 'Asia/Kolkata' })).body).toMatchObject({ given: [7, 8, 32], kind: 'given' })
  expect((await read(berta.token)).body).toEqual(off)
})

test.each([
  ['zone', { zone: 'No/Such' }],
  ['zone', { zone: '+02:00' }],
  ['zone', { zone: '' }],
  ['zone', { zone: 'UTC\0' }],
  ['given.0', { given: [168] }],
  ['given.0', { given: [-1] }],
  ['given.0', { given: [1.5] }],
  ['given', { given: Array.from({ length: 169 }, () => 1) }],
  ['kind', { kind: 'always' }],
])('%s is refused in %j and changes nothing', async (field, body) => {
  expect(await change(body)).toMatchObject({ status: 400, body: { error: { field } } })
  expect((await read()).body).toEqual(off)
})

test('what is shown as learned is what is stored, and goes when it is deleted or turned off', async () => {
  const { sourceId } = await addSubscription(database, anna.id, 'read')
  const opened = Array.from({ length: 14 }, (_, index) => Date.now() - 1000 - (index * weekMs) / 2)
  const ids = await addPostings(
    database,
    sourceId,
    opened.map(() => ({})),
  )
  await database.postingState.createMany({
    data: opened.map((at, index) => ({
      postingId: ids[index] ?? 0n,
      sourceId,
      subscriberId: anna.id,
      seenAt: new Date(at),
      updatedAt: new Date(at),
    })),
  })
  const { body } = await change({ kind: 'learned', zone: 'Europe/Berlin' })
  const [row] = await database.$queryRaw<{ most: number; hours: number }[]>`
    SELECT max(get_byte("learned", n)) AS "most", count(*) FILTER (WHERE get_byte("learned", n) > 51)::int AS "hours"
    FROM "reading_hours", generate_series(0, 167) n WHERE "subscriberId" = ${anna.id}`
  const shown = body['learned'] as number[]
  expect(shown).toHaveLength(168)
  expect(Math.max(...shown)).toBe((row?.most ?? 0) / 255)
  expect(shown.filter((share) => share > 51 / 255)).toHaveLength(row?.hours ?? 0)
  expect(await callRoute(anna.token, { module: readingHours, method: 'DELETE' })).toMatchObject({
    status: 204,
  })
  expect((await read()).body).toMatchObject({ kind: 'learned', learned: null })
  // What was opened before stays unlearned, whatever is chosen anew.
  expect((await change({ kind: 'off' })).body).toMatchObject({ learned: null })
  expect((await change({ kind: 'learned' })).body).toMatchObject({ learned: null })
})

test('two windows that change different things at once both do', async () => {
  await Promise.all([change({ kind: 'given' }), change({ given: [5] })])
  expect((await read()).body).toMatchObject({ kind: 'given', given: [5] })
})
