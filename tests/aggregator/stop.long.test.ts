import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#lib/runtime/config.ts'
import { aggregatorRole } from '#lib/launch/roles.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'

const hosts = 3

test('an aggregator that is asked to end stores the polls under way, begins no others, and ends with 0', async () => {
  const { database, url, stop } = await openTestDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-stop-'))
  const server = await createFeedServer({ hosts, network: 81 })
  const waiting: ServerResponse[] = []
  const allAsked = new Promise<void>((resolve) => {
    server.route('/feed', (_request, response) => {
      if (waiting.push(response) === hosts) resolve()
    })
  })
  const subscriberId = await addReader(database, 'reader')
  async function addSources(feed: string): Promise<void> {
    for (const origin of server.origins) {
      const hostName = new URL(origin).hostname
      await database.host.createMany({ data: { name: hostName }, skipDuplicates: true })
      const data = { url: `${origin}${feed}`, hostName, nextPollAt: new Date() }
      await database.source.create({ data: { ...data, subscriptions: { create: { subscriberId } } } })
    }
  }
  await addSources('/feed')
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
  }
  const options = { config: parseConfig(environment), databaseUrl: url, isDevelopment: false }
  const { command, args, env } = aggregatorRole(options)
  const aggregator = observe(command, args, { ...env, ...environment })
  await allAsked
  aggregator.child.kill('SIGTERM')
  await addSources('/later')
  for (const [n, response] of waiting.entries()) {
    const posting = { title: `Posting ${n}`, guid: `g${n}`, publishedAt: Date.now() - 60_000 }
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssDocument('Slow', [posting]))
  }
  expect(await aggregator.exited).toBe(0)
  // It ended when all was done, not when its patience with polls that do not end was over.
  expect(aggregator.output()).toMatch(/"event":"aggregator-stopped".*"wasCutShort":false/)
  const polls = await database.poll.findMany({ select: { outcome: true } })
  expect(polls).toEqual(Array(hosts).fill({ outcome: 'fetched' }))
  expect(await database.posting.count()).toBe(hosts)
  expect(server.requests.filter((request) => request.path === '/later')).toEqual([])
  expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  expect(await database.aggregatorHeartbeat.count()).toBe(0)
  await server.close()
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})
