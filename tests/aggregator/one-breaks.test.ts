import { afterEach, expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { config } from '#lib/runtime/config.ts'
import { alertContext, createAlerts, matchAlerts } from '#lib/sending/alerts.ts'
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

/** The way in which something fails: for a reason of its own (PostgreSQL's Appendix A: P0001), again and again, unless said otherwise. */
type Failure = { readonly code?: string; readonly times?: number }

/** A statement that fails so. */
function failing({ code = 'P0001', times = 1_000 }: Failure): string {
  return `IF nextval('failures') <= ${times} THEN RAISE 'bad data' USING ERRCODE = '${code}'; END IF;`
}

/** Counts failures; it goes on when a transaction is undone. */
async function countFailures(): Promise<void> {
  await world.database.$executeRaw`CREATE SEQUENCE "failures"`
}

/** Until the test ends no row of a table may be written, or removed, that is the first reader's. */
async function refuse(
  table: string,
  isTheirs: string,
  { act = 'INSERT OR UPDATE', ...failure }: Failure & { readonly act?: string } = {},
): Promise<void> {
  const { database } = world
  await countFailures()
  await database.$executeRawUnsafe(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${failing(failure)} RETURN coalesce(NEW, OLD); END $$`,
  )
  await database.$executeRawUnsafe(
    `CREATE TRIGGER refuse BEFORE ${act} ON "${table}" FOR EACH ROW WHEN (${isTheirs}) EXECUTE FUNCTION refuse()`,
  )
  undo = async () => {
    await database.$executeRaw`DROP FUNCTION refuse CASCADE`
    await database.$executeRaw`DROP SEQUENCE "failures"`
  }
}

/** Until the test ends what looks at the star of the first reader fails. */
async function breakStates(
  subscriberId: string,
  postingId: bigint,
  sourceId: number,
  failure: Failure = {},
): Promise<void> {
  const { database } = world
  await database.postingState.create({
    data: { subscriberId, postingId, sourceId, starredAt: new Date(referenceAt) },
  })
  await database.$executeRaw`ALTER TABLE "posting_state" RENAME TO "state_kept"`
  await countFailures()
  await database.$executeRawUnsafe(`CREATE FUNCTION is_sound(text) RETURNS bool LANGUAGE plpgsql AS $$
    BEGIN
      IF $1 = 'reader-broken' THEN ${failing(failure)} END IF;
      RETURN true;
    END $$`)
  await database.$executeRaw`CREATE VIEW "posting_state" AS SELECT * FROM "state_kept" WHERE is_sound("subscriberId")`
  undo = async () => {
    await database.$executeRaw`DROP FUNCTION is_sound CASCADE`
    await database.$executeRaw`DROP SEQUENCE "failures"`
    await database.$executeRaw`ALTER TABLE "state_kept" RENAME TO "posting_state"`
  }
}

/** Two readers whose alerts search what was just found, the first one's among stars. */
async function twoAlerted(failure: Failure) {
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
  await breakStates(broken, id, sourceId, failure)
  const pauses = createPauses()
  await matchAlerts({ database, clock }, undefined, pauses)
  const hits = async (reader: string) => (await listHits(database, reader, undefined)).hits.length
  return {
    hits: [await hits(broken), await hits(sound)],
    resting: [pauses.isResting(broken), pauses.isResting(sound)],
  }
}

test('a search of alerts that fails keeps nobody else from being told', async () => {
  expect(await twoAlerted({})).toEqual({ hits: [0, 1], resting: [true, false] })
})

test('a search of alerts that a deadlock undid is made again', async () => {
  expect(await twoAlerted({ code: '40P01', times: 1 })).toEqual({ hits: [1, 1], resting: [false, false] })
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
  const moved = new Set<number>()
  expect(await refreshSources(database, referenceAt, { afterId: 0, limit: 2, moved })).toBe(alertIds[1])
  expect([...moved]).toEqual([sourceId])
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

test('a posting that cannot be indexed keeps no other from being found, nor rules and alerts from going on', async () => {
  const { database } = world
  const { sourceId } = await twoReaders()
  const begin = { id: 1, fromId: 0n, throughId: 0n }
  await database.searchProgress.upsert({ where: { id: 1 }, create: begin, update: begin })
  const ids: bigint[] = []
  for (const title of ['first', 'bad', 'last']) ids.push(await addSearched(database, sourceId, { title }))
  await refuse('posting_search', `NEW."postingId" = ${ids[1] ?? 0n} AND NEW."document"::text LIKE '%bad%'`)
  await indexAll(database)
  const found = await database.$queryRaw<{ id: bigint; title: string | null }[]>`
    SELECT "postingId" AS "id", substring("document"::text FROM 'first|bad|last') AS "title" FROM "posting_search" ORDER BY 1`
  expect(found.map(({ id, title }) => [id, title])).toEqual([
    [ids[0], 'first'],
    [ids[1], null],
    [ids[2], 'last'],
  ])
  const { throughId } = await database.searchProgress.findUniqueOrThrow({ where: { id: 1 } })
  expect(throughId).toBe(ids[2])
})

const inHand = [
  ['a deadlock', '40P01'],
  ['a lock that is not to be had in time', '55P03'],
  ['a serialization failure', '40001'],
] as const

test.each(inHand)(
  'an account whose rows somebody else has in hand (%s) is tried twice, and leaves others their turn',
  async (_, code) => {
    const { database } = world
    const { both, sound } = await twoReaders()
    for (const subscriberId of both)
      await database.ruleSettings.create({ data: { subscriberId, readAfterDays: 7 } })
    const aged = async () => {
      await ageWhenDue(database, referenceAt)
      const rows = await database.ruleSettings.findMany({ where: { agedAt: { not: null } } })
      return rows.map(({ subscriberId }) => subscriberId).toSorted()
    }
    await refuse('rule_settings', `NEW."subscriberId" = 'reader-broken'`, { code, times: 3 })
    expect(await aged()).toEqual([sound])
    expect(await aged()).toEqual(both) // refused once more, and then not
  },
)

test('what alerts ask for is planned as far as it was looked after when the database went', async () => {
  const { database } = world
  const { both, sourceId } = await twoReaders()
  await database.source.updateMany({ data: { firstPolledAt: new Date(referenceAt) } })
  expect(await planWhenDue(world.context())).toBe(true)
  for (const each of both) {
    const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: each } })
    const about = { kind: 'folder', folderId } as const
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, referenceAt)
  }
  const ids = (await database.alert.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)
  await database.alertSource.deleteMany()
  const planId = async () => (await database.source.findFirstOrThrow({ where: { id: sourceId } })).planId
  const before = await planId()
  await refuse('alert_source', `NEW."alertId" = ${ids[1] ?? 0}`, { code: '57P01' })
  const drain = new AbortController().signal
  const { tendAlerts } = createAlerts(alertContext(world.context(), drain), drain)
  await expect(tendAlerts()).rejects.toThrow()
  expect(await planId()).not.toBe(before)
})

test('an account that cannot be removed leaves others their turn', async () => {
  const { database } = world
  const { both, broken } = await twoReaders()
  const where = { id: { in: both } }
  await database.user.updateMany({ where, data: { banned: true, banReason: deletedReason } })
  await refuse('user', `OLD."id" = 'reader-broken'`, { act: 'DELETE' })
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
