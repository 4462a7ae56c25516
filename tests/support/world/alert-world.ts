import { afterEach, beforeEach } from 'vitest'
import { matchAlerts } from '#lib/sending/alerts.ts'
import type { AlertContext } from '#lib/sending/deliver-alert.ts'
import { createAlertSender } from '#lib/sending/send-alerts.ts'
import { vapidKeysOf } from '#lib/sending/vapid.ts'
import type { AlertAbout, ChannelRequest } from '#lib/api/alerts/alerts.ts'
import { openMailer } from '#lib/mail/mailer.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { addReader } from './reading.ts'
import { addSearched, indexAll, type SearchedPosting } from './searching.ts'
import { createTestClock, type TestClock } from '#tests/support/measure/test-clock.ts'

export const pushPrivateKey = '1f'.repeat(32)

// What is secret about channels is sealed with a key made of it.
process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters'

export type AlertWorld = {
  database: Database
  databaseUrl: string
  clock: TestClock
  sink: Awaited<ReturnType<typeof startSink>>
  mails: Awaited<ReturnType<typeof startMailServer>>
  context: AlertContext
  /** Reads nothing yet. */
  reader: string
  /** Stores a posting, found now, and makes it searchable. */
  post: (sourceId: number, posting: SearchedPosting) => Promise<bigint>
  /** Compares what was found and sends what is due. */
  tell: () => Promise<void>
  /** `sessionId`: of a browser that adds itself. */
  channel: (request: ChannelRequest, sessionId?: string) => Promise<number>
  alert: (about: AlertAbout, channelIds?: readonly number[]) => Promise<number>
  deliveries: () => ReturnType<Database['alertDelivery']['findMany']>
}

/** For each test a database, a reader, and real servers for webhooks, pushes and mail. */
export function alertWorldOfEachTest(): AlertWorld {
  const world = {} as AlertWorld
  let stop: () => Promise<void>
  beforeEach(async () => {
    const opened = await openTestDatabase()
    const sink = await startSink()
    const mails = await startMailServer()
    const mailer = openMailer({ smtpUrl: mails.url, from: 'Skylark <skylark@example.org>' })
    Object.assign(world, await createWorld(opened.database, opened.url, sink, mails, mailer))
    stop = async () => {
      mailer.close()
      await Promise.all([sink.stop(), mails.stop()])
      await opened.stop()
    }
  })
  afterEach(() => stop())
  return world
}

async function createWorld(
  database: Database,
  databaseUrl: string,
  sink: AlertWorld['sink'],
  mails: AlertWorld['mails'],
  mailer: NonNullable<AlertContext['mailer']>,
): Promise<AlertWorld> {
  // The database may have been emptied, with what its migrations put there.
  await database.searchProgress.upsert({
    where: { id: 1 },
    create: { id: 1, fromId: 0, throughId: 0 },
    update: {},
  })
  const clock = createTestClock()
  const reader = await addReader(database, 'ada')
  const context: AlertContext = {
    database,
    clock,
    owner: 'tests',
    userAgent: 'tests',
    allowedPrivateNetworks: ['127.0.0.0/8'],
    publicUrl: 'https://news.example.org',
    mailer,
    vapid: vapidKeysOf(pushPrivateKey),
  }
  return {
    database,
    databaseUrl,
    clock,
    sink,
    mails,
    context,
    reader,
    post: async (sourceId, posting) => {
      const id = await addSearched(database, sourceId, { shownAt: clock.now(), ...posting })
      await indexAll(database)
      return id
    },
    tell: async () => {
      await matchAlerts(context)
      await createAlertSender(context).run()
    },
    channel: async (request, sessionId) => {
      const made = await createChannel(database, reader, request, sessionId)
      if (typeof made === 'string') throw new Error(made)
      return made.id
    },
    alert: async (about, channelIds = []) => {
      const wanted = { name: 'An alert', about, channelIds: [...channelIds], isOn: true }
      const made = await createAlert(database, reader, wanted, clock.now())
      if (typeof made === 'string') throw new Error(made)
      return made.id
    },
    deliveries: () => database.alertDelivery.findMany({ orderBy: { id: 'asc' } }),
  }
}
