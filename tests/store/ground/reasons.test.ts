import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { openTestDatabase, type OpenedDatabase } from '#tests/support/servers/file-database.ts'

const at = '2026-01-05T12:00:00.000Z'

let opened: OpenedDatabase
let database: Database

/** A source with a poll from the time when reasons were sentences. */
beforeAll(async () => {
  opened = await openTestDatabase()
  database = opened.database
  const sentence = (text: string) => ({ code: 'text', values: { text } })
  const lastError = sentence('The server answered with status 500.')
  const nextPollReason = sentence('The poll failed: “tried” again.')
  const { id } = await database.source.create({
    data: {
      url: 'https://harbour.example/',
      host: { create: { name: 'harbour.example' } },
      nextPollAt: at,
      lastPolledAt: at,
      lastOutcome: 'failed',
      consecutiveFailures: 1,
      nextPollReason,
      lastError,
    },
  })
  await database.poll.create({
    data: {
      sourceId: id,
      startedAt: at,
      finishedAt: at,
      outcome: 'failed',
      factOutcome: 'failed',
      consecutiveFailures: 1,
      error: lastError,
      reason: nextPollReason,
    },
  })
})
afterAll(() => opened.stop())

const said = (text: string) => ({ code: 'text', values: { text }, text })

test('sentences stored before reasons had codes are told as they stand', async () => {
  const { id } = await database.source.findFirstOrThrow()
  const detail = await findSourceDetail(database, { id: 'nobody', role: 'admin' }, id, Date.parse(at))
  expect(detail).toMatchObject({
    nextPollReason: said('The poll failed: “tried” again.'),
    lastError: said('The server answered with status 500.'),
    health: { kind: 'failing', reason: said('The server answered with status 500.') },
  })
  expect(await listPolls(database, id, 1)).toMatchObject([
    {
      plannedReason: null,
      error: said('The server answered with status 500.'),
      reason: said('The poll failed: “tried” again.'),
    },
  ])
})
