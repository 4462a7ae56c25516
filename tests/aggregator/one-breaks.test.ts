import { afterEach, expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { config } from '#lib/runtime/config.ts'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { refreshSources } from '#lib/store/alerts/alert-sources.ts'
import { deletedReason } from '#lib/store/accounts/credentials-epoch.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { readSourcePresences } from '#lib/store/planning/source-presences.ts'
import { ageWhenDue } from '#lib/store/rules/age-postings.ts'
import { removeDeletedAccounts } from '#lib/store/subscriptions/remove-account.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const world = polledWorldOfEachTest()
let undo: (() => Promise<unknown>) | null = null
/** Before the next test gets the database. */
afterEach(async () => {
  await undo?.()
  undo = null
})

/** Two readers of one source, the first of whom has something that breaks. */
async function twoReaders() {
  const broken = await addReader(world.database, 'broken')
  const sound = await addReader(world.database, 'sound')
  for (const each of [broken, sound])
    await addSubscription(world.database, each, 'paper', { folderName: 'News' })
  const { id: sourceId } = await world.database.source.findFirstOrThrow({ select: { id: true } })
  return { broken, sound, sourceId, both: [broken, sound] }
}

/** Until the test ends no row of a table may be written, or removed, that is the first reader's. */
async function refuse(table: string, isTheirs: string, act = 'INSERT OR UPDATE'): Promise<void> {
  const { database } = world
  await database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'bad data'; END $$`
  await database.$executeRawUnsafe(
    `CREATE TRIGGER refuse BEFORE ${act} ON "${table}" FOR EACH ROW WHEN (${isTheirs}) EXECUTE FUNCTION refuse()`,
  )
  undo = () => database.$executeRaw`DROP FUNCTION refuse CASCADE`
}

/** Until the test ends what looks at the star of the first reader fails. */
async function breakStates(subscriberId: string, postingId: bigint, sourceId: number): Promise<void> {
  const { database } = world
  await database.postingState.create({
    data: { subscriberId, postingId, sourceId, starredAt: new Date(referenceAt) },
  })
  await database.$executeRaw`ALTER TABLE "posting_state" RENAME TO "state_kept"`
  await database.$executeRaw`CREATE FUNCTION is_sound(text) RETURNS bool LANGUAGE plpgsql AS $$
    BEGIN
      IF $1 = 'reader-broken' THEN RAISE 'bad data'; END IF;
      RETURN true;
    END $$`
  await database.$executeRaw`CREATE VIEW "posting_state" AS SELECT * FROM "state_kept" WHERE is_sound("subscriberId")`
  undo = async () => {
    await database.$executeRaw`DROP FUNCTION is_sound CASCADE`
    await database.$executeRaw`ALTER TABLE "state_kept" RENAME TO "posting_state"`
  }
}

test('a search of alerts that fails keeps nobody else from being told', async () => {
  const { database, clock } = world
  const { broken, sound, sourceId, both } = await twoReaders()
  for (const each of both) {
    const about = { kind: 'query', query: each === broken ? 'is:starred OR news' : 'news' } as const
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  }
  const begin = { id: 1, fromId: 0n, throughId: 0n } // emptied with all else
  await database.searchProgress.upsert({ where: { id: 1 }, create: begin, update: begin })
  const id = await addSearched(database, sourceId, { title: 'news' })
  await indexAll(database)
  await breakStates(broken, id, sourceId)
  const pauses = createPauses()
  await matchAlerts({ database, clock }, undefined, pauses)
  const hits = async (reader: string) => (await listHits(database, reader, undefined)).hits.length
  expect([await hits(broken), await hits(sound)]).toEqual([0, 1])
  expect([pauses.isResting(broken), pauses.isResting(sound)]).toEqual([true, false])
})

test('an alert whose sources cannot be stored is passed over', async () => {
  const { database } = world
  const { both, sourceId } = await twoReaders()
  const alertIds: number[] = []
  for (const each of both) {
    const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: each } })
    const about = { kind: 'folder', folderId } as const
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, referenceAt)
    alertIds.push((await database.alert.findFirstOrThrow({ where: { subscriberId: each } })).id)
  }
  await database.alertSource.deleteMany()
  await refuse('alert_source', `NEW."alertId" = ${alertIds[0] ?? 0}`)
  const refreshed = await refreshSources(database, referenceAt, { afterId: 0, limit: 2 })
  expect(refreshed).toEqual({ afterId: alertIds[1], sourceIds: [sourceId] })
  expect(await database.alertSource.findMany()).toEqual([{ alertId: alertIds[1], sourceId }])
})

test('an account whose old articles cannot be marked read leaves others their turn', async () => {
  const { database } = world
  const { both, sound } = await twoReaders()
  for (const subscriberId of both)
    await database.ruleSettings.create({ data: { subscriberId, readAfterDays: 7 } })
  await refuse('rule_settings', `NEW."subscriberId" = 'reader-broken'`)
  await ageWhenDue(database, referenceAt)
  const aged = await database.ruleSettings.findMany({ where: { agedAt: { not: null } } })
  expect(aged.map(({ subscriberId }) => subscriberId)).toEqual([sound])
})

test('an account that cannot be removed leaves others their turn', async () => {
  const { database } = world
  const { both, broken } = await twoReaders()
  const where = { id: { in: both } }
  await database.user.updateMany({ where, data: { banned: true, banReason: deletedReason } })
  await refuse('user', `OLD."id" = 'reader-broken'`, 'DELETE')
  await removeDeletedAccounts(database)
  expect(await database.user.findMany({ where, select: { id: true } })).toEqual([{ id: broken }])
})

test('an account whose hours cannot be learned keeps no other hours from being learned, and no feed from being planned', async () => {
  const { database } = world
  const { both, sound } = await twoReaders()
  for (const subscriberId of both)
    await database.readingHours.create({ data: { subscriberId, kind: 'learned' } })
  await refuse('reading_hours', `NEW."subscriberId" = 'reader-broken'`)
  expect(await planWhenDue(world.context())).toBe(true)
  const learned = await database.readingHours.findMany({ where: { learnedAt: { not: null } } })
  expect(learned.map(({ subscriberId }) => subscriberId)).toEqual([sound])
})

test('a digest whose view cannot be read leaves the hours of others in the plans', async () => {
  const { database } = world
  Object.assign(config(), { mail: { smtpUrl: 'smtp://mail.example.org', from: 'News <news@example.org>' } })
  const { both, broken, sourceId } = await twoReaders()
  for (const subscriberId of both) {
    await database.readingHours.create({ data: { subscriberId, kind: 'given', given: [0] } })
    const { id: viewId } = await database.view.create({
      data: { subscriberId, name: 'V', query: 'from:paper' },
    })
    const rule = { name: 'Mornings', rhythm: 'daily', hour: subscriberId === broken ? 20 : 7, zone: 'UTC' }
    const at = new Date(referenceAt)
    await database.digest.create({
      data: { subscriberId, ...rule, place: 'view', viewId, coveredAt: at, nextSlotAt: at, createdAt: at },
    })
  }
  await breakStates(broken, 1n, sourceId)
  const presence = (await readSourcePresences(database, referenceAt)).get(sourceId)
  expect(presence?.[7]).toBeGreaterThan(presence?.[20] ?? Infinity)
})
