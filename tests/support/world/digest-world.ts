import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { sendDigests } from '#lib/sending/send-digests.ts'
import { digestRequest, type DigestRequest } from '#lib/api/outputs/digests.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { addSubscriber, startServerDatabase } from './accounts.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { addPostings, addSubscription } from './reading.ts'
import { createTestClock, referenceAt, type TestClock } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type DigestWorld = {
  database: Database
  mail: Awaited<ReturnType<typeof startMailServer>>
  reader: { readonly id: string; readonly token: string; readonly email: string }
  sourceId: number
  /** New for each test. */
  clock: TestClock
}

/**
 * A reader of one source, a mail server and a clock for the tests of a file, which is cleared of digests, postings and mails after each.
 * What it returns is filled before the first test.
 */
export function openDigestWorld() {
  const world = {} as DigestWorld
  let stop: () => Promise<void>
  beforeAll(async () => {
    world.mail = await startMailServer()
    const server = await startServerDatabase({
      SMTP_URL: world.mail.url,
      MAIL_FROM: 'News <news@example.org>',
    })
    ;({ database: world.database, stop } = server)
    world.reader = await addSubscriber(world.database, { name: 'reader' })
    const now = referenceAt - dayMs
    ;({ sourceId: world.sourceId } = await addSubscription(world.database, world.reader.id, 'times', { now }))
  })
  beforeEach(() => {
    world.clock = createTestClock(referenceAt)
  })
  afterEach(async () => {
    await world.database.digest.deleteMany()
    await world.database.posting.deleteMany()
    world.mail.mails.length = 0
  })
  afterAll(async () => {
    await stop()
    await world.mail.stop()
  })

  async function make(more: Partial<DigestRequest> = {}) {
    const { database, reader, clock } = world
    const usual = { name: 'Morning', place: { kind: 'all' }, hour: 7, zone: 'UTC' }
    const made = await createDigest(
      database,
      reader.id,
      digestRequest.parse({ ...usual, ...more }),
      clock.now(),
    )
    if (typeof made === 'string') throw new Error(made)
    await clock.advance(minuteMs) // it tells of what is shown after it was made
    return made
  }
  const add = (...titles: readonly string[]) =>
    addPostings(
      world.database,
      world.sourceId,
      titles.map((title) => ({ title, shownAt: world.clock.now() })),
    )
  const send = () => sendDigests({ database: world.database, clock: world.clock })
  return { world, make, add, send }
}
