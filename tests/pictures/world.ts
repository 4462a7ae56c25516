import { createUser } from '#lib/auth/accounts/manage-users.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { refreshFreshnessWhenDue } from '#lib/store/freshness/source-freshness.ts'
import { replay, replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { madeUp } from './publishers.ts'
import type { Sites } from './sites.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const reader = { name: 'Ada Holm', email: 'ada@example.org', password: 'lighthouse keeps 42 ships' }

/**
 * A database in which the aggregator has polled all made-up publishers for so long, until now: what it learnt, planned and found is its own
 * work. The reader subscribed at the start and has read all but the last hours.
 */
export async function makeHistory(databaseUrl: string, sites: Sites, startAt: number): Promise<void> {
  const database = openDatabase(databaseUrl)
  await database.serverSettings.deleteMany() // those of tests: a new server has none
  const settings = {
    secret: 'a secret of the pictures, at least 32 characters',
    publicUrl: 'http://localhost',
  }
  await createUser(database, settings, { ...reader, isAdmin: true, tokenName: null })
  const { id } = await database.user.findFirstOrThrow({ where: { email: reader.email } })
  await database.user.update({ where: { id }, data: { createdAt: new Date(startAt) } })
  await subscribe(database, id, sites, startAt)
  const clock = createTestClock(startAt)
  const context = replayContext(database, clock, 'pictures')
  let shownAt = startAt
  const moveTo = async (now: number) => {
    sites.setNow(now)
    await clock.set(now)
    await refreshFreshnessWhenDue(database, now)
    if (now - shownAt > dayMs) {
      shownAt = now
      console.error(new Date(now).toISOString().slice(0, 10))
    }
  }
  // It takes some minutes, in which more is published.
  while (clock.now() < Date.now() - minuteMs) {
    const endAt = Date.now()
    await replay(context, endAt, moveTo)
    await moveTo(endAt)
  }
  await planWhenDue(context)
  await markRead(database, id)
  await database.$disconnect()
}

async function subscribe(database: Database, subscriberId: string, sites: Sites, startAt: number) {
  const createdAt = new Date(startAt)
  const folders = new Map<string, number>()
  const names = new Set(madeUp.flatMap(({ folder }) => folder ?? []))
  for (const [position, name] of [...names].entries()) {
    const folder = await database.folder.create({ data: { name, position, subscriberId, createdAt } })
    folders.set(name, folder.id)
  }
  for (const publisher of madeUp) {
    const folderId = folders.get(publisher.folder ?? '')
    if (folderId === undefined) continue
    await database.host.create({ data: { name: publisher.host } })
    await database.source.create({
      data: {
        url: sites.feedUrl(publisher),
        title: publisher.name,
        hostName: publisher.host,
        nextPollAt: createdAt,
        createdAt,
        subscriptions: {
          create: { subscriberId, folderId, createdAt, wantsFast: publisher.name === 'Harbour Gazette' },
        },
      },
    })
  }
}

/** All but what was found in the last nine hours; the reader opened each third of the rest. */
async function markRead(database: Database, subscriberId: string): Promise<void> {
  const readUntil = new Date(Date.now() - 9 * hourMs)
  await database.$executeRaw`
    UPDATE "subscription" u SET "readThrough" = coalesce(
      (SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."foundAt" < ${readUntil}), 0)
    WHERE u."subscriberId" = ${subscriberId}`
  await database.$executeRaw`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "seenAt", "starredAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", true, seen."at", seen."at", CASE WHEN p."id" % 37 = 0 THEN seen."at" END, seen."at"
    FROM "posting" p CROSS JOIN LATERAL (SELECT p."foundAt" + (p."id" * 7919 % 400) * interval '1 minute' AS "at") seen
    WHERE p."id" % 3 = 0 AND p."foundAt" < ${readUntil}`
}
