import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runOnce } from '#lib/aggregator/run-once.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { listParts } from '#lib/store/partitions/parts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { addSearched } from '#tests/support/world/searching.ts'
import { createTestClock, referenceAt, type TestClock } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
let database: Database
let stop: () => Promise<void>
let mail: Awaited<ReturnType<typeof startMailServer>>
let clock: TestClock
let context: AggregatorContext
let reader: string
let sourceId: number
let number = 0

beforeAll(async () => {
  mail = await startMailServer()
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'News <news@example.org>' }
  ;({ database, stop } = await startServerDatabase(settings))
})
beforeEach(async () => {
  number += 1
  clock = createTestClock()
  // Retention leaves the machine to others for as long as it took.
  context = replayContext(database, { ...clock, sleep: () => Promise.resolve() })
  reader = await addReader(database, `reader-${number}`)
  ;({ sourceId } = await addSubscription(database, reader, `paper-${number}`, {
    now: referenceAt - 300 * dayMs,
  }))
  await database.source.updateMany({ data: { nextPollAt: new Date(referenceAt + 1000 * dayMs) } })
})
afterEach(async () => {
  mail.mails.length = 0
  await database.posting.deleteMany()
})
afterAll(async () => {
  await stop()
  await mail.stop()
})

const { signal } = new AbortController()

/** A rule, an alert and a digest that is due, of something that was found. */
async function addWork(): Promise<bigint> {
  await addRule(database, reader, { query: 'news', acts: { star: true } })
  const about = { kind: 'query', query: 'news' } as const
  await createAlert(database, reader, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  const digest = digestRequest.parse({ name: 'Day', place: { kind: 'all' }, hour: 7, zone: 'UTC' })
  await createDigest(database, reader, digest, clock.now())
  await clock.advance(60_000)
  const id = await addSearched(database, sourceId, { title: 'news', shownAt: clock.now() })
  await clock.advance(dayMs / 2)
  return id
}

/** Two that nobody is told any more; their ids. */
async function addOldEvents(): Promise<bigint[]> {
  for (let count = 0; count < 2; count++) await notify(database, { type: 'account', subscriberId: reader })
  await database.$executeRaw`UPDATE "event" SET "at" = clock_timestamp() - interval '2 hours'`
  const events = await database.event.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  return events.map(({ id }) => id)
}

async function expectDone(postingId: bigint): Promise<void> {
  const { hits } = await listHits(database, reader, undefined)
  expect(hits.map(({ posting }) => posting?.title)).toEqual(['news'])
  expect(await database.postingState.findMany({ where: { subscriberId: reader } })).toMatchObject([
    { postingId, starredAt: expect.any(Date) as Date },
  ])
  expect(mail.mails).toHaveLength(1)
}

test('one round runs rules, alerts and digests, and tidies', async () => {
  const old = await addSearched(database, sourceId, { title: 'old', shownAt: referenceAt - 200 * dayMs })
  await changeServerSettings(database, { keepUnreadDays: 30, keepReadDays: 30 })
  const id = await addWork()
  const events = await addOldEvents()
  await database.sourceFreshness.deleteMany()
  expect(await runOnce(context, { maxPolls: 5, signal })).toEqual({ polled: 0 })
  await expectDone(id)
  expect(await database.event.findMany({ where: { id: { in: events } }, select: { id: true } })).toEqual([
    { id: events.at(-1) }, // by it is known that nothing is missing
  ])
  expect(await database.sourceFreshness.findUnique({ where: { sourceId } })).toMatchObject({
    countedAt: new Date(clock.now()),
  })
  expect(await database.posting.count({ where: { id: old } })).toBe(0)
  await changeServerSettings(database, { keepUnreadDays: null, keepReadDays: null })
})

test('polls that take all of their time leave the rest its own', async () => {
  const id = await addWork()
  await runOnce(context, { maxPolls: 5, signal, pollForMs: 0, roundMs: 0 })
  await expectDone(id)
})

test('sites that are silent when they are asked for their icons keep nothing from being tidied', async () => {
  const events = await addOldEvents()
  const asked = new AbortController()
  const silent = createServer(() => asked.abort())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const siteUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  await database.source.update({
    where: { id: sourceId },
    data: { siteUrl, iconDueAt: new Date(referenceAt) },
  })
  await runOnce(context, { maxPolls: 5, signal: asked.signal })
  expect(asked.signal.aborted).toBe(true)
  expect(await database.event.count({ where: { id: { in: events } } })).toBe(1)
  silent.close()
})

test('a step that fails leaves the others theirs', async () => {
  const id = await addWork()
  const broken = 'ALTER TABLE "hub_subscription" RENAME TO "hub_kept"'
  await database.$executeRawUnsafe(broken)
  await runOnce(context, { maxPolls: 5, signal })
  await database.$executeRawUnsafe('ALTER TABLE "hub_kept" RENAME TO "hub_subscription"')
  await expectDone(id)
})

test('parts of tables are made ahead, and what a clock stored that was set back begins now', async () => {
  await database.$executeRaw`SELECT setval('poll_id_seq', 20000000)` // more than half of the first part
  await recordPollAt(referenceAt + 2 * dayMs)
  await runOnce(context, { maxPolls: 0, signal })
  expect((await listParts(database, 'poll')).map(({ fromId }) => fromId)).toEqual([null, 2n ** 25n])
  const { lastPolledAt } = await database.source.findUniqueOrThrow({ where: { id: sourceId } })
  expect(lastPolledAt).toEqual(new Date(clock.now()))
})

/** A poll of the source that ended then. */
async function recordPollAt(at: number): Promise<void> {
  const times = { startedAt: new Date(at), finishedAt: new Date(at) }
  const facts = { outcome: 'not-modified', factOutcome: 'unchanged', consecutiveFailures: 0 }
  await database.poll.create({ data: { ...times, ...facts, sourceId } })
  await database.source.update({ where: { id: sourceId }, data: { lastPolledAt: new Date(at) } })
}
