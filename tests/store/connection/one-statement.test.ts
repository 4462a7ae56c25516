import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'

test('a connection is asked one statement at a time, whatever a nested read asks for at once', async () => {
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url)
  const underWay = new Map<Client, number>()
  let most = 0
  const ask = Client.prototype.query as (this: Client, ...given: unknown[]) => Promise<unknown>
  vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...given: unknown[]) {
    underWay.set(this, (underWay.get(this) ?? 0) + 1)
    most = Math.max(most, underWay.get(this) ?? 0)
    try {
      return await ask.apply(this, given)
    } finally {
      underWay.set(this, (underWay.get(this) ?? 1) - 1)
    }
  })
  try {
    const host = { name: 'a.example' }
    await database.host.create({ data: host })
    await database.source.create({ data: { url: 'https://a.example/feed', hostName: host.name } })
    await database.$transaction(async (transaction) => {
      await transaction.source.findMany({ include: { subscriptions: true, postings: true, polls: true } })
    })
    await expect(
      database.$transaction(async (transaction) => {
        await Promise.allSettled([transaction.$queryRaw`SELECT 1 / 0`, transaction.$queryRaw`SELECT 1`])
        await transaction.$queryRaw`SELECT 1`
      }),
    ).rejects.toThrow()
    expect(await database.source.count()).toBe(1)
    expect(most).toBe(1)
  } finally {
    vi.restoreAllMocks()
    await database.$disconnect()
    await drop()
  }
})
