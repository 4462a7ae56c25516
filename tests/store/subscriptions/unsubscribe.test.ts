import { expect, test } from 'vitest'
import { readCounts } from '#lib/store/lists/counts.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { threeSources } from '#tests/support/world/three-sources.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

test('what was unsubscribed comes back as it was, within the hour', async () => {
  const { reader, plain, muted, folderId } = await threeSources(database, 'back')
  const label = await createLabel(database, reader, 'Label')
  if (typeof label === 'string') throw new Error(label)
  const ids = [plain.subscriptionId, muted.subscriptionId]
  await assignLabel(
    database,
    reader,
    label.id,
    { isOn: true, subscriptionIds: ids, postingIds: [] },
    referenceAt,
  )
  await changeSubscriptions(database, reader, [plain.subscriptionId], { ownTitle: 'Mine' })
  await markRead(database, reader, { sourceId: muted.sourceId, throughId: '999999999' }, referenceAt)
  const [unread = 0n] = (
    await database.posting.findMany({ where: { sourceId: muted.sourceId }, orderBy: { id: 'asc' } })
  ).map((each) => each.id)
  await changePostings(database, reader, [unread], { isRead: false }, referenceAt)
  const state = async () => ({
    subscriptions: await database.subscription.findMany({
      where: { subscriberId: reader },
      orderBy: { id: 'asc' },
    }),
    items: (await listSubscriptions(database, reader)).map(({ id, labelIds, unread: count }) => ({
      id,
      labelIds,
      count,
    })),
    counts: await readCounts(database, reader),
  })
  const before = await state()
  expect(before.counts.bySource[muted.sourceId]).toBe(1)
  expect(await unsubscribe(database, reader, ids, referenceAt)).toBe(2)
  expect(await database.source.findUniqueOrThrow({ where: { id: plain.sourceId } })).toMatchObject({
    nextPollAt: null,
  })
  expect(await restoreSubscriptions(database, reader, ids, referenceAt + 3_600_000)).toBe(2)
  expect(await state()).toEqual(before)
  expect(before.subscriptions.map((each) => each.folderId)).toEqual([folderId, folderId, folderId])
  expect(await database.source.findUniqueOrThrow({ where: { id: plain.sourceId } })).toMatchObject({
    nextPollAt: new Date(referenceAt + 3_600_000),
  })
})

test('not after the hour, not twice, not by somebody else, and not over a new subscription', async () => {
  const { reader, plain, muted, apart } = await threeSources(database, 'gone')
  const thief = await addReader(database, 'back-thief')
  const ids = [plain.subscriptionId]
  await unsubscribe(database, reader, ids, referenceAt)
  expect(await restoreSubscriptions(database, thief, ids, referenceAt)).toBe(0)
  expect(await restoreSubscriptions(database, reader, ids, referenceAt + 3_600_001)).toBe(0)
  await unsubscribe(database, reader, [muted.subscriptionId], referenceAt)
  await addSubscription(database, reader, 'gone-muted')
  expect(await restoreSubscriptions(database, reader, [muted.subscriptionId], referenceAt)).toBe(0)
  await unsubscribe(database, reader, [apart.subscriptionId], referenceAt)
  expect(await restoreSubscriptions(database, reader, [apart.subscriptionId], referenceAt)).toBe(1)
  expect(await restoreSubscriptions(database, reader, [apart.subscriptionId], referenceAt)).toBe(0)
  expect(await unsubscribe(database, thief, [apart.subscriptionId], referenceAt)).toBe(0)
})

test('what there is no room for now can be taken up once there is, and as many are kept as the account may have', async () => {
  const reader = await addReader(database, 'bounded')
  await database.user.update({ where: { id: reader }, data: { maxSubscriptions: 2 } })
  const leave = async (name: string) => {
    const { subscriptionId } = await addSubscription(database, reader, name)
    await unsubscribe(database, reader, [subscriptionId], referenceAt + subscriptionId)
    return subscriptionId
  }
  const ids = [await leave('first'), await leave('second'), await leave('third')]
  const kept = await database.endedSubscription.findMany({ where: { subscriberId: reader } })
  expect(kept.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.slice(1))
  await addSubscription(database, reader, 'fourth')
  const { subscriptionId } = await addSubscription(database, reader, 'fifth')
  expect(await restoreSubscriptions(database, reader, ids, referenceAt)).toBe(0)
  await database.subscription.delete({ where: { id: subscriptionId } })
  expect(await restoreSubscriptions(database, reader, ids, referenceAt)).toBe(1)
  await database.user.update({ where: { id: reader }, data: { maxSubscriptions: null } })
  expect(await restoreSubscriptions(database, reader, ids, referenceAt)).toBe(1)
})
