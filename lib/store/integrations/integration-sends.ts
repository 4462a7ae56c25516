import type { IntegrationRequest } from '#lib/api/integrations/integration-fields.ts'
import type { SendItem, SendPage } from '#lib/api/integrations/integrations.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { accountOf, type StoredIntegration, type Unusable } from './integrations.ts'
import {
  claimDue,
  nextDue,
  noteSent,
  outboxTransaction,
  writeOutcomes,
  type ClaimOptions,
  type Outcome,
  type OutboxTables,
} from './outbox.ts'

const tables: OutboxTables = {
  messages: Prisma.sql`"integration_send"`,
  receivers: Prisma.sql`"integration"`,
  receiverId: Prisma.sql`"integrationId"`,
}

/** A posting that is to be sent, and with what. */
export type SendMessage = {
  readonly id: bigint
  readonly integrationId: number
  readonly host: string
  /** This one included. */
  readonly tries: number
  readonly madeAt: Date
  readonly title: string
  /** Without trackers, as readers are shown it. */
  readonly url: string
  readonly account: IntegrationRequest | Unusable
}

type MessageRow = Omit<SendMessage, 'account'> &
  Pick<StoredIntegration, 'name' | 'kind' | 'config' | 'secretSealed'>

/** Takes what is due, by a lease (outbox.ts). */
export async function claimSends(database: Database, options: ClaimOptions): Promise<SendMessage[]> {
  const ids = await claimDue(database, tables, options)
  if (ids.length === 0) return []
  const rows = await database.$queryRaw<MessageRow[]>`
    SELECT d."id", d."integrationId", d."tries", d."madeAt", d."title", d."url", i."host", i."name", i."kind", i."config",
      i."secretSealed"
    FROM "integration_send" d JOIN "integration" i ON i."id" = d."integrationId"
    WHERE d."id" = ANY(${ids}::bigint[]) ORDER BY d."dueAt", d."id"`
  return rows.map(({ name, kind, config, secretSealed, url, ...message }) => ({
    ...message,
    url: cleanAddress(url),
    account: accountOf({ name, kind, config, secretSealed }),
  }))
}

type TriedSend = { readonly id: bigint; readonly integrationId: number; readonly outcome: Outcome }

/** Writes down what became of what this sender claimed. */
export async function recordSends(database: Database, tried: readonly TriedSend[]): Promise<void> {
  const sent = tried.flatMap(({ integrationId: receiverId, outcome: { kind, at } }) =>
    kind === 'sent' ? [{ receiverId, at }] : [],
  )
  await database.$transaction(async (transaction) => {
    await writeOutcomes(transaction, tables.messages, tried)
    await noteSent(transaction, tables.receivers, sent)
  }, outboxTransaction)
}

/** The time at which the next one is due; null: none waits. */
export async function nextSendAt(database: Database): Promise<number | null> {
  return nextDue(database, tables.messages)
}

const pageSize = 50
const shown = {
  omit: { leaseUntil: true, leaseOwner: true },
  include: { integration: { select: { id: true, kind: true, name: true } } },
} as const

/** A page of what a subscriber sent and what became of it, newest first; below the id of `cursor`. */
export async function listSends(
  database: Database,
  subscriberId: string,
  cursor: string | undefined,
): Promise<SendPage> {
  const rows = await database.integrationSend.findMany({
    where: { subscriberId, ...(cursor === undefined ? {} : { id: { lt: BigInt(cursor) } }) },
    ...shown,
    orderBy: { id: 'desc' },
    take: pageSize + 1,
  })
  const page = rows.slice(0, pageSize)
  const nextCursor = rows.length > pageSize ? (page.at(-1)?.id.toString() ?? null) : null
  return { sends: page.map(toItem), nextCursor }
}

/** Null: not one of theirs. */
export async function findSend(
  database: Database,
  subscriberId: string,
  id: bigint,
): Promise<SendItem | null> {
  const row = await database.integrationSend.findFirst({ where: { id, subscriberId }, ...shown })
  return row === null ? null : toItem(row)
}

type SendRow = Omit<
  Prisma.IntegrationSendGetPayload<{ include: (typeof shown)['include'] }>,
  'leaseUntil' | 'leaseOwner'
>

function toItem(row: SendRow): SendItem {
  const { id, integration, postingId, title, tries, httpStatus, error } = row
  return {
    id: id.toString(),
    title,
    url: cleanAddress(row.url),
    tries,
    httpStatus,
    error,
    integration: { ...integration, kind: integration.kind as SendItem['integration']['kind'] }, // as integrations.ts wrote it
    postingId: postingId?.toString() ?? null,
    state: row.state as SendItem['state'], // as outbox.ts wrote it
    madeAt: row.madeAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    byRule: row.ruleId !== null,
  }
}

const keptMs = 90 * DAY_MS
const removedAtOnce = 5000

/** Forgets what was sent long ago; what waits is left. Services know by the address what they have. */
export async function removeOldSends(database: Database, now: number): Promise<number> {
  return database.$executeRaw`
    DELETE FROM "integration_send" WHERE "id" IN (
      SELECT "id" FROM "integration_send" WHERE "madeAt" < ${new Date(now - keptMs)} AND "state" <> 'waiting'
      LIMIT ${removedAtOnce})`
}
