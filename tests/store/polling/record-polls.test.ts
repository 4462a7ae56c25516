import { expect, test } from 'vitest'
import { openDatabase } from '#lib/store/connection/database.ts'
import { claimDueSources, releaseSources } from '#lib/store/polling/claim-due-sources.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { recordPoll } from '#lib/store/polling/record-poll.ts'
import { recordPolls } from '#lib/store/polling/record-polls.ts'
import { freshHost } from '#lib/policy/schedule/host-patience.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { until } from '#tests/support/measure/until.ts'
import type { PollRecord } from '#lib/store/polling/poll-record.ts'

const minuteMs = 60_000

const world = polledWorldOfEachTest()

/** Three leased sources of three hosts. */
async function claimThree(): Promise<ClaimedSource[]> {
  for (const host of [0, 1, 2]) await world.addSource('/feed', host)
  const claim = { owner: 'test', now: referenceAt, limit: 3, leaseMs: minuteMs, spacingMs: 1_000 }
  const claimed = await claimDueSources(world.database, claim)
  expect(claimed).toHaveLength(3)
  return claimed
}

function posting(title: string): NewPosting {
  const text = { title, url: null, author: null, html: `<p>${title}</p>`, excerpt: title, imageUrl: null }
  const times = { claimedAt: null, publishedAt: null, foundAt: referenceAt, notBeforeAt: null }
  const rest = { guid: null, enclosures: [], contentHash: title, isInitial: true, shownAt: referenceAt }
  return { key: title, ...text, ...times, ...rest }
}

function recordOf(source: ClaimedSource, ...titles: string[]) {
  const facts = { sourceId: source.id, outcome: 'changed' as const, consecutiveFailures: 0, notBefore: null }
  const nextPollAt = referenceAt + 60 * minuteMs
  return {
    source,
    startedAt: referenceAt,
    finishedAt: referenceAt,
    outcome: 'fetched',
    httpStatus: 200,
    error: null,
    bytes: 1,
    entries: 1,
    validators: null,
    document: null,
    movedTo: null,
    learning: source.learning,
    facts: { ...facts, window: null },
    decision: {
      nextPollAt,
      proposedAt: nextPollAt,
      reason: { code: 'withoutBudget', values: {} },
      policyVersion: '1',
    },
    overlap: null,
    likelyLost: null,
    adopted: null,
    hasEnded: false,
    newPostings: titles.map(posting),
    editedPostings: [],
    aliases: [],
    newPlan: null,
    priceMemory: null,
    pauseStatus: null,
    hostLesson: { state: freshHost, nextRequestAt: referenceAt + 1_000, begins: false, endsFrom: null },
  } satisfies PollRecord
}

const now = () => referenceAt

/** Stores them in one group: which of them are? */
async function areStored(records: readonly PollRecord[]): Promise<boolean[]> {
  return (await recordPolls(world.database, records, now)).map((id) => id !== null)
}

/** Does it while a planning has the first of these sources in hand, which takes the others, by rising id, when it is waited for. */
async function besidePlanning(ids: readonly number[], act: () => Promise<unknown>): Promise<void> {
  let acting: Promise<unknown> = Promise.resolve()
  await world.database.$transaction(
    async (planning) => {
      const lock = (id: number) =>
        planning.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${id} FOR NO KEY UPDATE`
      await lock(ids[0] ?? 0)
      acting = act()
      acting.catch(() => undefined) // looked at below
      await until('somebody waits for a row', () => isWaitedFor(world.database))
      for (const id of ids.slice(1)) await lock(id)
    },
    { timeout: 30_000 },
  )
  await acting
}

test('a group of polls waits for nobody who tells of its sources, and they for none of it', async () => {
  const claimed = await claimThree()
  await world.database.$transaction(
    async (telling) => {
      await telling.$queryRaw`SELECT 1 FROM "source" FOR KEY SHARE` // as a foreign key does
      expect(await areStored(claimed.map((source) => recordOf(source, 'posting')))).toEqual([
        true,
        true,
        true,
      ])
    },
    { timeout: 30_000 },
  )
})

test('a source that a delivery has in hand is waited for by its own poll, not by those of the same group', async () => {
  const claimed = await claimThree()
  const busy = claimed[1]?.id ?? 0
  let polls: Promise<bigint | null>[] = []
  await world.database.$transaction(
    async (delivery) => {
      await delivery.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${busy} FOR NO KEY UPDATE`
      polls = claimed.map((source) => recordPoll(world.database, recordOf(source, `of ${source.id}`), now))
      await Promise.all([polls[0], polls[2]])
      expect(await world.database.poll.count({ where: { sourceId: busy } })).toBe(0)
    },
    { timeout: 30_000 },
  )
  expect(await Promise.all(polls)).not.toContain(null)
  expect(await world.titles()).toHaveLength(3)
})

test.each([
  ['ends', { endsFrom: referenceAt }],
  ['begins', { begins: true }],
])(
  'a poll by which an outage %s takes the sources of the host in the order of plannings',
  async (_, lesson) => {
    const other = await world.addSource('/other', 0)
    await world.database.source.update({ where: { id: other }, data: { nextPollAt: null } })
    const polled = (await claimThree()).find(({ id }) => id === other + 1)
    if (polled === undefined) throw new Error('The source of the first host was not claimed.')
    const { hostLesson, ...record } = recordOf(polled)
    const state = { ...hostLesson.state, failedSourceIds: [polled.id, other] }
    await world.database.source.update({ where: { id: other }, data: { consecutiveFailures: 1 } })
    await besidePlanning([other, polled.id], () =>
      recordPolls(world.database, [{ ...record, hostLesson: { ...hostLesson, state, ...lesson } }], now),
    )
  },
)

test('leases that are given back are those of the sources in the order of plannings', async () => {
  const claimed = await claimThree()
  const ids = claimed.map(({ id }) => id).toSorted((a, b) => a - b)
  // The first one is found last: it was written last, and no index is looked into.
  await world.database.source.update({ where: { id: ids[0] ?? 0 }, data: { title: 'moved' } })
  const address = new URL(world.databaseUrl)
  address.searchParams.set('options', '-c enable_indexscan=off -c enable_bitmapscan=off')
  const scanning = openDatabase(address.href)
  await besidePlanning(ids, () => releaseSources(scanning, claimed)).finally(() => scanning.$disconnect())
  expect(await world.database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
})

test('a poll whose lease was lost is left out of its group, and the others are stored', async () => {
  const claimed = await claimThree()
  const lost = claimed[1]?.id ?? 0
  await world.database.source.update({ where: { id: lost }, data: { leaseOwner: 'another' } })
  const records = claimed.map((source, index) => recordOf(source, `posting ${index}`))
  expect(await areStored(records)).toEqual([true, false, true])
  expect(await world.titles()).toEqual(['posting 0', 'posting 2'])
  expect(await world.database.poll.count({ where: { sourceId: lost } })).toBe(0)
  const { leaseOwner, firstPolledAt } = await world.database.source.findUniqueOrThrow({ where: { id: lost } })
  expect({ leaseOwner, firstPolledAt }).toEqual({ leaseOwner: 'another', firstPolledAt: null })
})

test('a poll that cannot be stored takes none of its group down and leaves its source as it was', async () => {
  const [first, hostile, last] = await claimThree()
  if (first === undefined || hostile === undefined || last === undefined) throw new Error('not three')
  const refused = { ...recordOf(hostile, 'c'), httpStatus: 2 ** 40 } // more than the column holds
  const records = [recordOf(first, 'a'), refused, recordOf(last, 'b')]
  const results = await Promise.allSettled(records.map((record) => recordPoll(world.database, record, now)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await world.titles()).toEqual(['a', 'b'])
  expect(await world.database.poll.count()).toBe(2)
  expect(await world.database.source.findUniqueOrThrow({ where: { id: hostile.id } })).toMatchObject({
    leaseOwner: 'test',
    firstPolledAt: null,
  })
})

test('one poll of a source is stored where two of the same lease are in a group', async () => {
  const [source] = await claimThree()
  if (source === undefined) throw new Error('none')
  const records = [recordOf(source, 'a'), recordOf(source, 'b')]
  expect(await areStored(records)).toEqual([true, false])
  expect(await world.titles()).toEqual(['a'])
})

test('ids of a group rise in the order of its postings, and halves of characters are replaced', async () => {
  const claimed = await claimThree()
  const records = claimed.map((source, index) =>
    recordOf(source, `${index}a`, `${index}b \ud83d`, `${index}c`),
  )
  expect(await areStored(records)).toEqual([true, true, true])
  const expected = [0, 1, 2].flatMap((index) => [`${index}a`, `${index}b \ufffd`, `${index}c`])
  expect(await world.titles()).toEqual(expected)
  const wrong = await world.database.$queryRaw`
    SELECT g."id" FROM "posting" g JOIN "poll" p ON p."id" = g."pollId" WHERE p."sourceId" <> g."sourceId"`
  expect(wrong).toEqual([])
})

test('a title from a list stays an own name only where the first document calls its source otherwise', async () => {
  const claimed = await claimThree()
  const ids = claimed.map(({ id }) => id)
  const [first = 0, second = 0, third = 0] = ids
  await world.database.source.updateMany({ where: { id: { in: [first, second] } }, data: { title: '' } })
  await world.database.source.update({ where: { id: third }, data: { title: 'Known before' } })
  await world.database.subscription.updateMany({ data: { title: 'Same' } })
  const called = ['Same', 'Other', 'Same']
  const records = claimed.map((source, index) => ({
    ...recordOf(source),
    document: {
      title: called[index] ?? '',
      description: '',
      siteUrl: null,
      iconUrl: null,
      language: null,
      etag: null,
      lastModified: null,
      bodyHash: 'a',
    },
  }))
  expect(await areStored(records)).toEqual([true, true, true])
  const titles = await world.database.subscription.findMany({ select: { sourceId: true, title: true } })
  const titleOf = new Map(titles.map(({ sourceId, title }) => [sourceId, title]))
  expect(ids.map((id) => titleOf.get(id))).toEqual([null, 'Same', 'Same'])
})

test('a poll is said to have brought what it stored, not what a hub had delivered meanwhile', async () => {
  const [source] = await claimThree()
  if (source === undefined) throw new Error('nothing was claimed')
  const { key, ...delivered } = posting('delivered')
  const times = { foundAt: new Date(referenceAt), shownAt: new Date(referenceAt) }
  const none = { claimedAt: null, publishedAt: null, notBeforeAt: null, enclosures: [] }
  const { id: postingId } = await world.database.posting.create({
    data: { ...delivered, ...times, ...none, key, sourceId: source.id },
  })
  await world.database.postingAlias.create({
    data: { sourceId: source.id, key, postingId, foundAt: times.foundAt },
  })
  const [pollId] = await recordPolls(world.database, [recordOf(source, 'delivered', 'found')], now)
  const poll = await world.database.poll.findUniqueOrThrow({ where: { id: pollId ?? 0n } })
  expect(poll.newPostings).toBe(1)
  expect(await world.database.posting.count({ where: { pollId: poll.id } })).toBe(1)
})
