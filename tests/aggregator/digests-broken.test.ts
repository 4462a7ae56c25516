import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPauses } from '#lib/aggregator/pauses.ts'
import { sendDigests } from '#lib/aggregator/send-digests.ts'
import { digestRequest, type DigestRequest } from '#lib/api/digests.ts'
import { createDigest } from '#lib/store/digests.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, startServerDatabase } from '../support/accounts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { addPostings, addSubscription } from '../support/reading.ts'
import { createTestClock, referenceAt, type TestClock } from '../support/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let database: Database
let stop: () => Promise<void>
let mail: Awaited<ReturnType<typeof startMailServer>>
let reader: { readonly id: string; readonly token: string; readonly email: string }
let sourceId: number
let clock: TestClock

beforeAll(async () => {
  mail = await startMailServer()
  ;({ database, stop } = await startServerDatabase({
    SMTP_URL: mail.url,
    MAIL_FROM: 'News <news@example.org>',
  }))
  reader = await addSubscriber(database, { name: 'reader' })
  ;({ sourceId } = await addSubscription(database, reader.id, 'times', { now: referenceAt - dayMs }))
})
beforeEach(() => {
  clock = createTestClock(referenceAt)
})
afterEach(async () => {
  await database.digest.deleteMany()
  await database.posting.deleteMany()
  mail.mails.length = 0
})
afterAll(async () => {
  await stop()
  await mail.stop()
})

async function make(more: Partial<DigestRequest> = {}) {
  const request = digestRequest.parse({
    name: 'Morning',
    place: { kind: 'all' },
    hour: 7,
    zone: 'UTC',
    ...more,
  })
  const made = await createDigest(database, reader.id, request, clock.now())
  if (typeof made === 'string') throw new Error(made)
  await clock.advance(minuteMs) // it tells of what is shown after it was made
  return made
}
const add = (...titles: readonly string[]) =>
  addPostings(
    database,
    sourceId,
    titles.map((title) => ({ title, shownAt: clock.now() })),
  )
const send = () => sendDigests({ database, clock })
const slots = () => database.digestSlot.findMany({ orderBy: { slotAt: 'asc' } })

test('a digest that throws stops no other, and is tried again after growing pauses', async () => {
  const names = ['Claimed', 'Made', 'Good']
  for (const name of names) await make({ name })
  await add('One')
  // One cannot be taken, one not be finished.
  await database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT "name" FROM "digest" WHERE "id" = NEW."digestId") = TG_ARGV[0] THEN RAISE 'bad data'; END IF;
        RETURN NEW;
      END $$`
  await database.$executeRaw`CREATE TRIGGER refuse_claim BEFORE INSERT ON "digest_slot" FOR EACH ROW EXECUTE FUNCTION refuse('Claimed')`
  await database.$executeRaw`CREATE TRIGGER refuse_end BEFORE UPDATE ON "digest_slot" FOR EACH ROW
      WHEN (NEW."outcome" IS NOT NULL) EXECUTE FUNCTION refuse('Made')`
  const broken = createPauses()
  const tell = () => sendDigests({ database, clock }, undefined, broken)
  await clock.set(referenceAt + 8 * hourMs)
  await tell()
  const outcomes = async () => (await slots()).map(({ outcome, tries }) => [outcome, tries]).toSorted()
  expect(await outcomes()).toEqual([
    [null, 1],
    ['sent', 1],
  ])
  const id = (await database.digest.findFirstOrThrow({ where: { name: 'Claimed' } })).id
  expect([broken.resting(), broken.timesOf(String(id))]).toEqual([[String(id)], 1])
  const [waiting] = await database.digestSlot.findMany({ where: { outcome: null } })
  const firstPause = (waiting?.nextTryAt.getTime() ?? 0) - clock.now()
  expect(firstPause).toBeGreaterThan(0)
  await clock.set(waiting?.nextTryAt.getTime() ?? 0)
  await tell()
  const [again] = await database.digestSlot.findMany({ where: { outcome: null } })
  expect((again?.nextTryAt.getTime() ?? 0) - clock.now()).toBeGreaterThan(1.5 * firstPause)
  await database.$executeRaw`DROP FUNCTION refuse() CASCADE`
  await clock.set(again?.nextTryAt.getTime() ?? 0)
  await send()
  expect(new Set((await slots()).map(({ outcome }) => outcome))).toEqual(new Set(['sent']))
  expect(await database.digestSlot.count()).toBe(3)
})
