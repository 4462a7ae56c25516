import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, onTestFinished } from 'vitest'
import { vapidKeysOf } from '#lib/sending/vapid.ts'
import { mailConnections } from '#lib/mail/mailer.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { checkVapid, checkWebhook, createPushBrowser, startSink } from '#tests/support/servers/alert-sinks.ts'
import { pushPrivateKey } from '#tests/support/world/alert-world.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { startKilledAggregators } from '#tests/support/chaos/killed-aggregators.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { byTier } from '#tests/support/run/tier.ts'

const [readers, postings] = byTier<readonly [number, number]>({ night: [25, 100], sample: [5, 10] })
const channelKinds = ['webhook', 'ntfy', 'web-push', 'email'] as const
/** The messages that a sender has on their way at the same time, of all kinds (lib/sending/send-alerts.ts). */
const mostInFlight = 48 + 32 + 16 + mailConnections
const messages = readers * postings * channelKinds.length
const forMs = byTier({ night: 240_000, sample: 15_000 })
const leastKills = byTier({ night: 10, sample: 1 })
const pausesMs = byTier<readonly [number, number]>({ night: [14_000, 22_000], sample: [3_000, 5_000] })
const secret = 'a secret of sixteen or more'

let world: PushedWorld
let sink: Awaited<ReturnType<typeof startSink>>
let mails: Awaited<ReturnType<typeof startMailServer>>
const browsers = new Map<string, ReturnType<typeof createPushBrowser>>()

beforeAll(async () => {
  ;[world, sink, mails] = [await createPushedWorld(), await startSink(), await startMailServer()]
  process.env['SMTP_URL'] = mails.url
  process.env['PUSH_KEY'] = pushPrivateKey
  await world.subscribe()
  for (let reader = 0; reader < readers; reader++) await addTold(reader)
})
afterAll(async () => {
  await Promise.all([sink.stop(), mails.stop()])
  await world.close()
})

/** A reader of the source who is told by all channels. */
async function addTold(reader: number): Promise<void> {
  const { database, sourceId } = world
  const id = await addReader(database, `r${reader}`)
  await database.subscription.create({ data: { subscriberId: id, sourceId } })
  await changeAlertSettings(database, id, { mostPerHour: 1000 })
  const browser = createPushBrowser(`${sink.origin}/push/${reader}`)
  browsers.set(`/push/${reader}`, browser)
  const { endpoint, keys } = browser
  const wanted = [
    { kind: 'webhook', url: `${sink.origin}/hook/${reader}`, secret },
    { kind: 'ntfy', url: sink.origin, topic: `r${reader}` },
    { kind: 'web-push', endpoint, keys },
    { kind: 'email' },
  ] as const
  const channelIds: number[] = []
  for (const one of wanted) {
    const made = await createChannel(database, id, { name: one.kind, ...one })
    if (typeof made !== 'string') channelIds.push(made.id)
  }
  const about = { kind: 'source', sourceId } as const
  await createAlert(database, id, { name: 'All', about, channelIds, isOn: true }, Date.now())
}

test(`${messages} messages, aggregators killed again and again: none lost, each once by its key`, async () => {
  const startAt = Date.now()
  const { database } = world
  const aggregators = startKilledAggregators(
    world.databaseUrl,
    { startAt, anchorAt: startAt, speed: 1 },
    {
      untilAt: startAt + forMs,
      seed: 8,
      fetchTimeoutMs: 5000,
      pausesMs,
      isAtWork: async (pid) =>
        (await database.aggregatorHeartbeat.count({ where: { owner: { contains: `:${pid}:` } } })) > 0,
    },
  )
  onTestFinished(() => aggregators.stop()) // also where it fails
  await expect.poll(() => database.aggregatorHeartbeat.count(), { timeout: 60_000 }).toBeGreaterThan(0)
  for (let index = 0; index < postings; index++) {
    await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf(`posting ${index}`, Date.now())]))
    const left = startAt + forMs - 5000 - Date.now()
    await sleep(Math.max(0, left / (postings - index)))
  }
  await aggregators.done
  await expect
    .poll(() => database.alertDelivery.count({ where: { state: 'sent' } }), {
      timeout: 120_000,
      interval: 500,
    })
    .toBe(messages)
  await aggregators.stop()
  const got = receivedByKey()
  const rows = await database.alertDelivery.findMany({ select: { key: true, tries: true } })
  expect(new Set(got.keys())).toEqual(new Set(rows.map(({ key }) => key)))
  await expectRight()
  const lags = await lagsOf(got)
  // No sink refuses anything: a message is tried again only where its sender was killed with it on its way.
  const repeatedOf = rows.map(({ key, tries }) => ({ key, tries, came: got.get(key)?.length ?? 0 }))
  expect(repeatedOf.filter(({ tries, came }) => came > tries)).toEqual([])
  const inFlight = rows.reduce((sum, { tries }) => sum + tries - 1, 0)
  const repeated = repeatedOf.reduce((sum, { came }) => sum + came - 1, 0)
  expect(repeated).toBe(sink.received.length + mails.mails.length - messages)
  expect(repeated).toBeLessThanOrEqual(inFlight)
  expect(inFlight).toBeLessThanOrEqual(aggregators.killed.size * mostInFlight)
  const at = (share: number, of: keyof Lag = 'all') =>
    percentile(
      lags.map((lag) => lag[of]),
      share,
    )
  console.log(
    `${got.size} messages, ${aggregators.killed.size} kills, ${repeated} sent again with the same key of ${inFlight} on their way; found → received ` +
      `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms; of it until noticed median ${at(0.5, 'noticed')} ms, ` +
      `95 % ${at(0.95, 'noticed')} ms`,
  )
  expect(aggregators.killed.size).toBeGreaterThanOrEqual(leastKills)
})

/** A message as a sink has it: its key, to whom it went, and what it says. */
type Arrived = { readonly key: string; readonly where: string; readonly what: string; readonly at: number }

/** All that came, looked at as each sink does. */
function arrived(): Arrived[] {
  const publicKey = vapidKeysOf(pushPrivateKey).publicKey
  const asked = sink.received.flatMap((one): Arrived[] => {
    const { path, headers, at } = one
    const key = String(headers['idempotency-key'] ?? headers['topic'])
    const browser = browsers.get(path)
    if (browser !== undefined) {
      checkVapid(one, sink.origin, publicKey, at)
      return [{ key, where: path, what: browser.read(one).title, at }]
    }
    if (!path.startsWith('/hook/')) {
      const { topic, title } = JSON.parse(one.body.toString()) as { topic: string; title: string }
      return [{ key, where: topic, what: title, at }]
    }
    checkWebhook(one, secret, at)
    const { items } = JSON.parse(one.body.toString()) as { items: { posting: { title: string } }[] }
    return items.map(({ posting }) => ({ key, where: path, what: posting.title, at }))
  })
  const mailed = mails.mails.map(({ to, text, at }) => ({
    key: /^Message-ID: <([^@]+)@/im.exec(text)?.[1] ?? '',
    where: to,
    at,
    what: /^Subject: (.*?)\r?$/im.exec(text)?.[1] ?? '',
  }))
  return [...asked, ...mailed]
}

/** The times at which each message came, by its key. */
function receivedByKey(): Map<string, number[]> {
  const byKey = Map.groupBy(arrived(), ({ key }) => key)
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ at }) => at)]))
}

/** Each reader got each posting by each channel, and again only with the same key. */
async function expectRight(): Promise<void> {
  const byReceiver = Map.groupBy(arrived(), ({ where }) => where)
  expect(byReceiver.size).toBe(readers * channelKinds.length)
  for (const [where, all] of byReceiver) {
    const keysOf = Map.groupBy(all, ({ what }) => what)
    expect(keysOf.size, where).toBe(postings)
    for (const [what, same] of keysOf)
      expect(new Set(same.map(({ key }) => key)).size, `keys of ${what} to ${where}`).toBe(1)
  }
  expect(await world.database.alertHit.count()).toBe(readers * postings)
}

type Lag = { readonly noticed: number; readonly all: number }

/** In ms: from when a posting was found until that was noticed, and until each sink had it. */
async function lagsOf(got: ReadonlyMap<string, readonly number[]>): Promise<Lag[]> {
  const rows = await world.database.$queryRaw<{ key: string; foundAt: Date; madeAt: Date }[]>`
    SELECT d."key", h."foundAt", h."madeAt" FROM "alert_delivery" d
    JOIN "alert_delivery_item" i ON i."deliveryId" = d."id" JOIN "alert_hit" h ON h."id" = i."hitId"`
  return rows.map(({ key, foundAt, madeAt }) => ({
    noticed: madeAt.getTime() - foundAt.getTime(),
    all: Math.min(...(got.get(key) ?? [])) - foundAt.getTime(),
  }))
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? NaN
}
