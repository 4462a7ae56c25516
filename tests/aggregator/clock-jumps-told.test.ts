import { expect, test } from 'vitest'
import { mendAfterSetBack } from '#lib/store/server/clock-set-back.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { claimSlot, finishSlot } from '#lib/store/digests/digest-slots.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()

/** The clock shows an instant of the future, at which something is polled, and is set back. */
async function setBack(from: number, to: number, whileAhead: () => Promise<void>): Promise<void> {
  world.server.route('/feed', rss({ postings: [] }))
  await world.pollAt(await world.addSource('/feed', 0), from)
  await whileAhead()
  await world.clock.set(to)
  await mend()
}

const mend = () => mendAfterSetBack(world.database, { now: world.clock.now(), speed: 1, owner: 'test' })

const claim = () => claimSlot(world.database, { now: world.clock.now(), leaseMs: 12 * minuteMs })

async function makeDigest(hour: number): Promise<void> {
  const wanted = digestRequest.parse({ name: 'News', place: { kind: 'all' }, hour, zone: 'UTC' })
  const digest = await createDigest(world.database, 'reader-reader', wanted, referenceAt)
  if (typeof digest === 'string') throw new Error(digest)
}

test('an issue that a clock made an hour early is not made again, and the next tells of what was found since', async () => {
  await makeDigest(2)
  await setBack(referenceAt + 2 * hourMs + 5 * minuteMs, referenceAt + hourMs, async () => {
    const slot = await claim()
    expect(slot?.slotAt).toEqual(new Date(referenceAt + 2 * hourMs))
    if (slot !== null) await finishSlot(world.database, slot, 'sent', { postings: 1, now: world.clock.now() })
  })
  for (const minutes of [62, 65, 130]) {
    await world.clock.set(referenceAt + 2 * hourMs + (minutes - 60) * minuteMs)
    await mend() // each ten seconds for as long as there are polls in the future
    expect(await claim()).toBeNull()
  }
  await world.clock.set(referenceAt + 26 * hourMs + 2 * minuteMs)
  expect(await claim()).toMatchObject({
    slotAt: new Date(referenceAt + 26 * hourMs),
    fromAt: new Date(referenceAt + hourMs),
  })
})

test('a digest whose issue was made by a clock that was a year ahead comes at its next hour', async () => {
  await makeDigest(2)
  await setBack(referenceAt + 400 * dayMs + 5 * hourMs, referenceAt + hourMs, async () => {
    const slot = await claim()
    if (slot !== null) await finishSlot(world.database, slot, 'sent', { postings: 1, now: world.clock.now() })
  })
  await world.clock.set(referenceAt + 2 * hourMs + minuteMs)
  await mend()
  expect(await claim()).toMatchObject({
    slotAt: new Date(referenceAt + 2 * hourMs),
    fromAt: new Date(referenceAt + hourMs),
  })
})

test('an issue whose maker died while the clock was ahead is made again within the time of a mail', async () => {
  await makeDigest(2)
  await setBack(referenceAt + 3 * hourMs, referenceAt + hourMs, async () => {
    expect(await claim()).not.toBeNull()
  })
  await world.clock.set(referenceAt + hourMs + 23 * minuteMs)
  expect(await claim()).toMatchObject({ slotAt: new Date(referenceAt + 2 * hourMs), tries: 2 })
})

test('messages that were tried while the clock was ahead are tried again as after so many tries, after quiet hours', async () => {
  const madeAt = new Date(referenceAt)
  const inYears = new Date(referenceAt + 400 * dayMs)
  const add = async (name: string, tries: number, dueAt: Date, kind = 'email', httpStatus?: number) => {
    const reader = await addReader(world.database, name)
    const end = { kind, host: 'example.org', config: { kind }, subscriberId: reader }
    const channel = await world.database.alertChannel.create({ data: { name, ...end } })
    const lease = { leaseUntil: inYears, leaseOwner: 'test' }
    const data = {
      key: name,
      madeAt,
      dueAt,
      tries,
      httpStatus,
      channelId: channel.id,
      subscriberId: reader,
      ...lease,
    }
    await world.database.alertDelivery.create({ data })
    return reader
  }
  const now = referenceAt + hourMs
  await setBack(referenceAt + 400 * dayMs, now, async () => {
    await add('once', 1, inYears)
    await add('often', 8, inYears)
    await add('rightly', 5, new Date(now + 40 * minuteMs))
    await add('never', 0, new Date(now + 2 * dayMs))
    const sleeper = await add('asleep', 1, inYears)
    await changeAlertSettings(world.database, sleeper, { quietFrom: 1320, quietTo: 420 })
    await add('hook', 1, inYears, 'webhook')
    await add('hook of a busy host', 1, inYears, 'webhook', 429)
  })
  const found = await world.database.alertDelivery.findMany({ orderBy: { id: 'asc' } })
  expect(found.map(({ key, dueAt }) => [key, dueAt.getTime() - now])).toEqual([
    ['once', hourMs],
    ['often', dayMs],
    ['rightly', 40 * minuteMs],
    ['never', 2 * dayMs],
    ['asleep', dayMs + hourMs],
    ['hook', 10_000],
    ['hook of a busy host', hourMs],
  ])
  expect(found.map(({ leaseUntil }) => (leaseUntil?.getTime() ?? 0) - now)).toEqual([
    ...Array<number>(5).fill(12 * minuteMs),
    ...[minuteMs, minuteMs],
  ])
})

test('a message is due at once that was stored after the polls were mended, by who had read the clock that was ahead', async () => {
  await world.clock.set(referenceAt + hourMs)
  const reader = await addReader(world.database, 'late')
  const ahead = new Date(referenceAt + 2 * hourMs)
  const end = { kind: 'webhook', host: 'example.org', config: { kind: 'webhook' }, subscriberId: reader }
  const { id: channelId } = await world.database.alertChannel.create({ data: { name: 'late', ...end } })
  const { id } = await world.database.alertDelivery.create({
    data: { key: 'late', madeAt: ahead, dueAt: ahead, channelId, subscriberId: reader },
  })
  const waits = { name: 'asked-to-wait.example', nextRequestAt: ahead }
  await world.database.host.create({ data: waits })
  await mend()
  const now = new Date(world.clock.now())
  // A host that bears few requests keeps its pause: no poll says that the clock was set back.
  expect(await world.database.host.findUnique({ where: { name: waits.name } })).toMatchObject(waits)
  const after = await world.database.alertDelivery.findUniqueOrThrow({ where: { id } })
  expect(after).toMatchObject({ madeAt: now, dueAt: now, tries: 0 })
})
