import { expect, test } from 'vitest'
import { createAlertSender } from '#lib/sending/send-alerts.ts'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { createShareSender } from '#lib/sending/send-integrations.ts'
import type { RuleActsRequest } from '#lib/api/rules/rules.ts'
import { setLock } from '#lib/store/accounts/accounts.ts'
import { claimMessages, nextDueAt, recordTried } from '#lib/store/alerts/alert-outbox.ts'
import { claimSends, nextSendAt } from '#lib/store/integrations/integration-sends.ts'
import { createIntegration } from '#lib/store/integrations/integrations.ts'
import { tellBrokenPromises } from '#lib/store/alerts/promise-alerts.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addRule, runAllRules } from '#tests/support/world/ruling.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'

const world = alertWorldOfEachTest()
const secret = 'a secret of sixteen or more'
const dayMs = 86_400_000

const lock = (isLocked: boolean) =>
  world.database.$transaction((transaction) => setLock(transaction, world.reader, isLocked))
const sendAll = async () => {
  await createAlertSender(world.context).run()
  await createShareSender(world.context)()
}
const hook = () => world.channel({ kind: 'webhook', name: 'Hook', url: `${world.sink.origin}/hook`, secret })
const mail = () => world.channel({ kind: 'email', name: 'Mail' })
const subscribe = async () => (await addSubscription(world.database, world.reader, 'paper')).sourceId
const post = (sourceId: number, title: string) =>
  world.post(sourceId, { title, url: 'https://example.org/storm' })
const run = () => runAllRules(world.database, world.clock.now())
const claims = () => ({
  owner: 'tests',
  now: world.clock.now(),
  leaseMs: 60_000,
  limit: 10,
  mostPerHost: 10,
  underWay: new Map<string, number>(),
})

/** A rule that sends what it finds to a service, and does this besides. */
async function ruleThatSends(acts: Partial<RuleActsRequest>): Promise<void> {
  const service = { kind: 'linkding', name: 'L', url: `${world.sink.origin}/links`, token: 'secret' } as const
  const made = await createIntegration(world.database, world.reader, service, world.clock.now())
  if (made === 'too-many') throw new Error(made)
  await addRule(world.database, world.reader, {
    query: 'storm',
    acts: { ...acts, sendTo: made.id },
  })
}

test('what waits for an account that is locked is not sent, then nor when it is unlocked, and its log says why', async () => {
  const sourceId = await subscribe()
  await world.alert({ kind: 'source', sourceId }, [await hook(), await mail()])
  await ruleThatSends({})
  await post(sourceId, 'Storm one')
  await matchAlerts(world.context)
  await run()
  await lock(true)
  await sendAll()
  await lock(false)
  await world.clock.advance(dayMs)
  await sendAll()
  expect([world.sink.received, world.mails.mails]).toEqual([[], []])
  const error = reasonText({ code: 'accountLocked', values: {} })
  const dropped = { state: 'failed', tries: 0, error }
  expect(await world.deliveries()).toMatchObject([dropped, dropped])
  expect(await world.database.integrationSend.findMany()).toMatchObject([dropped])
})

test('nothing that is found while an account is locked is told or sent; what is found afterwards is', async () => {
  const { database, reader } = world
  const sourceId = await subscribe()
  const channelIds = [await hook()]
  const folder = await database.folder.create({ data: { name: 'F', subscriberId: reader, position: 0 } })
  await database.subscription.updateMany({ data: { folderId: folder.id } })
  await world.alert({ kind: 'source', sourceId }, channelIds)
  await world.alert({ kind: 'folder', folderId: folder.id }, channelIds)
  await world.alert({ kind: 'query', query: 'storm' }, channelIds)
  await world.alert({ kind: 'promise', hours: 1 }, channelIds)
  await ruleThatSends({ alert: true, star: true })
  await lock(true)
  await post(sourceId, 'Storm')
  const broken = { state: 'broken', stateSince: new Date(world.clock.now() - dayMs) }
  await database.sourceFreshness.create({
    data: { sourceId, countedAt: new Date(world.clock.now()), dailyMedianMs: [], ...broken },
  })
  await tellBrokenPromises(database, world.clock.now())
  await world.tell()
  await run()
  expect(await database.postingState.count({ where: { starredAt: { not: null } } })).toBe(1) // it is filed all the same
  await lock(false)
  await world.tell()
  await sendAll()
  expect(await database.alertHit.count()).toBe(0)
  expect(await database.ruleHit.count()).toBe(0)
  expect(world.sink.received).toEqual([])
  await post(sourceId, 'After the storm')
  await world.tell()
  await run()
  await sendAll()
  expect(world.sink.received.map(({ path }) => path).toSorted()).toEqual(['/hook', '/links/api/bookmarks/'])
})

test('what is put into an outbox as its account is locked is claimed by nobody, and nobody looks for it in vain', async () => {
  const { database } = world
  const sourceId = await subscribe()
  await world.alert({ kind: 'source', sourceId }, [await hook()])
  await ruleThatSends({})
  await post(sourceId, 'Storm one')
  await matchAlerts(world.context)
  await run()
  await database.user.updateMany({ data: { banned: true } })
  expect(await claimMessages(database, { ...claims(), kind: 'webhook' })).toEqual([])
  expect(await claimSends(database, claims())).toEqual([])
  expect([await nextDueAt(database), await nextSendAt(database)]).toEqual([null, null])
})

test('a message that is on its way as its account is locked is not tried again, and what arrived has been sent', async () => {
  const { database } = world
  const sourceId = await subscribe()
  await world.alert({ kind: 'source', sourceId }, [await hook()])
  for (const title of ['One', 'Two']) await post(sourceId, title)
  await matchAlerts(world.context)
  const [one, two] = await claimMessages(database, { ...claims(), kind: 'webhook' })
  if (one === undefined || two === undefined) throw new Error('Two messages wait.')
  await lock(true)
  const at = world.clock.now()
  const refused = { httpStatus: 503, error: 'not now', isEnd: false }
  await recordTried(database, [
    { ...one, outcome: { kind: 'later', at, dueAt: at + 1000, ...refused } },
    { ...two, outcome: { kind: 'sent', at, httpStatus: 200 } },
  ])
  const error = reasonText({ code: 'accountLocked', values: {} })
  expect(await world.deliveries()).toMatchObject([
    { state: 'failed', httpStatus: 503, error, leaseOwner: null },
    { state: 'sent', httpStatus: 200, error: null },
  ])
})
