import { expect, test } from 'vitest'
import { parseChannel } from '#lib/store/alerts/channel-config.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { createOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import type { AlertAbout, ChannelRequest } from '#lib/api/alerts/alerts.ts'
import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { exportAccount, importFile } from '#tests/support/world/moving.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

type Named = { name: string }
type Written = {
  alertSettings: unknown
  channels: Named[]
  alerts: (Named & { place: { name: string[] } | null; query: string | null })[]
  digests: (Named & { place: unknown; hour: number })[]
  outputFeeds: Named[]
}
const toldOf = (text: string) => {
  const { alertSettings, channels, alerts, digests, outputFeeds } = JSON.parse(text) as Written
  return { alertSettings, channels, alerts, digests, outputFeeds }
}

/** Fails where a store refuses. */
function made<T>(result: T | string): T {
  if (typeof result === 'string') throw new Error(result)
  return result
}

const secrets = {
  ...{
    signs: 'signs-what-is-sent',
    token: 'tk_of-the-server',
    endpoint: 'https://push.example/annas-browser',
  },
  ...{ p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  ...{ hook: 'https://bot.example/hook/T0/B0', topic: 'annas-topic' },
}
const ntfy = { kind: 'ntfy', url: 'https://ntfy.example', topic: secrets.topic } as const
const channels: readonly ChannelRequest[] = [
  { kind: 'email', name: 'Mail' },
  { kind: 'webhook', name: 'Bot', url: secrets.hook, secret: secrets.signs },
  { ...ntfy, name: 'Telephone' },
  { ...ntfy, name: 'With a token', token: secrets.token },
  { kind: 'web-push', name: 'Browser', ...{ endpoint: secrets.endpoint, keys: secrets } },
]

/** An account with one of everything that tells of news. */
async function addTelling(name: string) {
  const owner = await addSubscriber(database, { name })
  const subscriberId = owner.id
  const { sourceId } = await addSubscription(database, subscriberId, 'tides', { folderName: 'Coast' })
  const folder = await database.folder.findFirstOrThrow({ where: { subscriberId } })
  const label = await database.label.create({ data: { subscriberId, name: 'Sea' } })
  const view = await database.view.create({ data: { subscriberId, name: 'Rain', query: 'rain' } })
  const ids: number[] = []
  for (const channel of channels) {
    const request = channel.kind === 'web-push' ? { ...channel, keys: keysOf(secrets) } : channel
    ids.push(made(await createChannel(database, subscriberId, request)).id)
  }
  const abouts: readonly AlertAbout[] = [
    { kind: 'source', sourceId },
    { kind: 'view', viewId: view.id },
    { kind: 'query', query: 'storm', folderId: folder.id },
    { kind: 'promise', hours: 6 },
  ]
  for (const about of abouts) {
    const wanted = { name: `Of a ${about.kind}`, about, channelIds: ids.slice(0, 4), isOn: true }
    made(await createAlert(database, subscriberId, wanted, referenceAt))
  }
  const outputPlaces: readonly FeedPlace[] = [
    { kind: 'starred' },
    { kind: 'folder', folderId: folder.id },
    { kind: 'view', viewId: view.id },
  ]
  for (const place of outputPlaces) {
    const feed = { name: `The ${place.kind}`, place, text: 'short', mostEntries: 20 } as const
    made(await createOutputFeed(database, subscriberId, feed, referenceAt))
  }
  const digest = { rhythm: 'weekly', weekday: 4, hour: 7, zone: 'Europe/Berlin', mostPostings: 9 } as const
  const place = { kind: 'label', labelId: label.id } as const
  made(
    await createDigest(
      database,
      subscriberId,
      { ...digest, name: 'On Friday', place, isOn: false },
      referenceAt,
    ),
  )
  await changeAlertSettings(database, subscriberId, { zone: 'Europe/Berlin', quietFrom: 1320, quietTo: 420 })
  return { owner, folder, sourceId }
}

function keysOf({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }) {
  return { p256dh, auth }
}

test('alerts, channels, digests and output feeds move to another account by name; nothing secret goes with them', async () => {
  const { owner } = await addTelling('one')
  const written = await exportAccount(owner.token)
  for (const secret of Object.values(secrets)) expect(written).not.toContain(secret)
  const sealed = await database.outputFeed.findMany({ where: { subscriberId: owner.id } })
  expect(sealed).toHaveLength(3)
  for (const { secretSealed } of sealed) expect(written).not.toContain(secretSealed)
  expect(written).not.toContain('/out/')
  const told = toldOf(written)
  expect([told.channels.length, told.alerts.length, told.outputFeeds.length]).toEqual([5, 4, 3])
  expect(told.alerts.map(({ place }) => place)).toEqual([
    { of: 'source', name: ['https://tides.example/feed'] },
    { of: 'view', name: ['Rain'] },
    { of: 'folder', name: ['Coast'] },
    null,
  ])

  const two = await addSubscriber(database, { name: 'two' })
  for (const time of ['first', 'second']) {
    const [report] = await importFile(two.token, written)
    const leftOut = ['Bot', 'Telephone', 'With a token', 'Browser'].map((place) => ({ place }))
    expect(report, time).toMatchObject({ problems: leftOut })
    const again = toldOf(await exportAccount(two.token))
    expect(again.channels, time).toEqual(told.channels.slice(0, 1))
    const without = told.alerts.map((alert) => ({ ...alert, channels: [0] }))
    expect({ ...again, channels: [] }, time).toEqual({ ...told, channels: [], alerts: without })
  }
  const covered = await database.alertSource.count({ where: { alert: { subscriberId: two.id } } })
  expect(covered).toBeGreaterThan(0)
})

test('a channel that is made by hand under its name hangs on its alerts after another import', async () => {
  const { owner } = await addTelling('six')
  const written = await exportAccount(owner.token)
  const seven = await addSubscriber(database, { name: 'seven' })
  const [, bot] = channels
  if (bot === undefined) throw new Error('There is no channel.')
  const { id } = made(await createChannel(database, seven.id, bot))
  const [report] = await importFile(seven.token, written)
  expect(report?.problems.map(({ place }) => place)).toEqual(['Telephone', 'With a token', 'Browser'])
  const alerts = await database.alert.findMany({ where: { subscriberId: seven.id } })
  expect(alerts).toHaveLength(4)
  for (const { channelIds } of alerts) expect(channelIds).toContain(id)
  const [own] = await importFile(owner.token, written)
  expect(own?.problems).toEqual([])
})

test('an old file, with addresses and topics, makes its channels, each once', async () => {
  const { owner } = await addTelling('eight')
  const written = JSON.parse(await exportAccount(owner.token)) as Written & { version: number }
  const [mail, bot, telephone, ...rest] = written.channels
  const old = [mail, { ...bot, url: secrets.hook }, { ...telephone, topic: secrets.topic }, ...rest]
  const nine = await addSubscriber(database, { name: 'nine' })
  for (const time of ['first', 'second']) {
    const file = JSON.stringify({ ...written, version: 1, channels: old })
    const [report] = await importFile(nine.token, file)
    expect(report, time).toMatchObject({ problems: [{ place: 'With a token' }, { place: 'Browser' }] })
  }
  const found = await database.alertChannel.findMany({
    where: { subscriberId: nine.id },
    orderBy: { id: 'asc' },
  })
  expect(found.map(({ config }) => parseChannel(config))).toMatchObject([
    { kind: 'email' },
    { kind: 'webhook', url: secrets.hook, secret: expect.stringMatching(/^[\w-]{32}$/) as string },
    { kind: 'ntfy', topic: secrets.topic },
  ])
})

test('what names nothing that is here is told, the rest comes, and what was set before stays', async () => {
  const { owner } = await addTelling('three')
  const written = JSON.parse(await exportAccount(owner.token)) as Written
  const [first, ...others] = written.alerts
  if (first === undefined) throw new Error('There is no alert.')
  const nowhere = { of: 'view', name: ['Nowhere'] }
  written.alerts = [
    { ...first, name: 'Of nothing', place: nowhere },
    { ...first, ...{ name: 'Not understood', kind: 'query', query: 'before:soon', place: null } },
    ...others,
  ]
  const [digest] = written.digests
  if (digest === undefined) throw new Error('There is no digest.')
  const elsewhere = { ...digest, name: 'Elsewhere', of: 'view', place: nowhere }
  written.digests = [{ ...digest, name: 'At 25', hour: 25 }, elsewhere]
  written.channels = written.channels.slice(0, 1)
  const four = await addSubscriber(database, { name: 'four' })
  await changeAlertSettings(database, four.id, { mostPerHour: 3 })
  const [report] = await importFile(four.token, JSON.stringify(written))
  expect(report?.refusal).toBeNull()
  expect(report?.problems.map(({ place }) => place)).toEqual([
    'Of nothing',
    'Not understood',
    'At 25',
    'Elsewhere',
  ])
  const told = toldOf(await exportAccount(four.token))
  expect(told.alerts.map(({ name }) => name)).toEqual(others.map(({ name }) => name))
  expect(told).toMatchObject({ digests: [], alertSettings: { zone: 'UTC', mostPerHour: 3 } })
  expect(told.outputFeeds).toHaveLength(3)
})

test('what is about a list that is gone is left out of an export', async () => {
  const { owner, folder, sourceId } = await addTelling('five')
  await database.view.deleteMany({ where: { subscriberId: owner.id } })
  await database.label.deleteMany({ where: { subscriberId: owner.id } })
  await database.folder.delete({ where: { id: folder.id } })
  await database.subscription.deleteMany({ where: { subscriberId: owner.id, sourceId } })
  const { alerts, digests, outputFeeds } = toldOf(await exportAccount(owner.token))
  expect(alerts.map(({ name }) => name)).toEqual(['Of a promise'])
  expect([digests, outputFeeds.map(({ name }) => name)]).toEqual([[], ['The starred']])
})
