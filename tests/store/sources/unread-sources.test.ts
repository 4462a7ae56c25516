import { expect, test } from 'vitest'
import { holdHosts } from '#lib/store/hosts/hold-hosts.ts'
import { claimHost } from '#lib/store/hosts/host-claims.ts'
import { removeIdleHosts } from '#lib/store/retention/remove-idle-hosts.ts'
import { removeUnreadSources } from '#lib/store/retention/remove-unread-sources.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const hourMs = 3_600_000
const { database } = await fileDatabase()

test('a source that was never asked goes a day after its last reader; whatever anybody has or set stays', async () => {
  const reader = await addReader(database, 'reader')
  const addLeft = async (name: string) => {
    const { sourceId, subscriptionId } = await addSubscription(database, reader, name)
    await unsubscribe(database, reader, [subscriptionId], referenceAt)
    return sourceId
  }
  const left = await addLeft('left')
  const kept = [(await addSubscription(database, reader, 'read')).sourceId]
  for (const [name, data] of Object.entries({
    polled: { firstPolledAt: new Date(referenceAt) },
    paused: { isPaused: true },
    weighed: { weightFactor: 2 },
    posting: {},
    ruled: {},
  })) {
    const id = await addLeft(name)
    await database.source.update({ where: { id }, data })
    if (name === 'posting') await addPostings(database, id, [{}])
    if (name === 'ruled')
      await database.rule.create({
        data: { subscriberId: reader, sourceId: id, name: 'Rule', query: 'tide' },
      })
    kept.push(id)
  }
  expect(await removeUnreadSources(database, referenceAt + 23 * hourMs)).toBe(0)
  expect(await removeUnreadSources(database, referenceAt + 25 * hourMs)).toBe(1)
  expect(await database.source.findUnique({ where: { id: left } })).toBeNull()
  expect(await database.source.count({ where: { id: { in: kept } } })).toBe(kept.length)
})

test('a source that somebody subscribes to at this moment stays, and is asked', async () => {
  const reader = await addReader(database, 'late')
  let { subscriptionId } = await addSubscription(database, reader, 'late')
  for (let round = 0; round < 15; round += 1) {
    await unsubscribe(database, reader, [subscriptionId], referenceAt)
    ;[{ subscriptionId }] = await Promise.all([
      addSubscription(database, reader, 'late'),
      removeUnreadSources(database, referenceAt + 25 * hourMs),
    ])
    const where = { id: subscriptionId, source: { nextPollAt: { not: null } } }
    expect(await database.subscription.count({ where })).toBe(1)
  }
})

const claim = { owner: 'tests', leaseMs: 60_000, spacingMs: 1_000 }

test('a host without a source goes a week after it was asked last', async () => {
  const reader = await addReader(database, 'hosts')
  await addSubscription(database, reader, 'with-source')
  await removeIdleHosts(database, referenceAt)
  for (const name of ['redirected.example', 'with-source.example'])
    await claimHost(database, { name, now: referenceAt, ...claim })
  await database.host.create({ data: { name: 'never-asked.example' } })
  const week = 7 * 24 * hourMs
  expect(await removeIdleHosts(database, referenceAt + week)).toBe(1)
  expect(await removeIdleHosts(database, referenceAt + week + hourMs)).toBe(1)
  const names = ['redirected.example', 'with-source.example', 'never-asked.example']
  expect(await database.host.findMany({ where: { name: { in: names } } })).toMatchObject([
    { name: 'with-source.example' },
  ])
})

test('hosts go however many there are, and whoever holds some of them', async () => {
  await removeIdleHosts(database, referenceAt)
  await database.$executeRaw`
    INSERT INTO "host" ("name") SELECT 'idle-' || n || '.example' FROM generate_series(1, 2500) n`
  await database.$transaction(async (transaction) => {
    await holdHosts(transaction, ['idle-1.example', 'idle-2000.example'])
    expect(await removeIdleHosts(database, referenceAt)).toBe(2498)
  })
  expect(await removeIdleHosts(database, referenceAt)).toBe(2)
})

test('a host at which somebody makes a source at this moment is there for it', async () => {
  const reader = await addReader(database, 'host-late')
  for (let round = 0; round < 15; round += 1) {
    const name = `moment-${round}`
    await database.host.create({ data: { name: `${name}.example` } })
    await Promise.all([
      addSubscription(database, reader, name),
      removeIdleHosts(database, referenceAt),
      removeIdleHosts(database, referenceAt),
    ])
  }
  expect(await database.source.count({ where: { hostName: { startsWith: 'moment-' } } })).toBe(15)
})

test('a host that is removed while somebody waits to hold it is made again', async () => {
  const name = 'removed.example'
  await database.host.create({ data: { name } })
  const holding: Promise<void>[] = []
  await database.$transaction(async (removing) => {
    await removing.$executeRaw`SELECT 1 FROM "host" WHERE "name" = ${name} FOR UPDATE`
    holding.push(database.$transaction((transaction) => holdHosts(transaction, [name])))
    const waits = () => database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`
    await expect.poll(waits).toHaveLength(1)
    await removing.host.delete({ where: { name } })
  })
  await Promise.all(holding)
  expect(await database.host.count({ where: { name } })).toBe(1)
})
