import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findOrCreateLabels, labelledRows } from '#lib/store/organising/import-labels.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import {
  subscribeWithin,
  type NewSubscription,
  type NotSubscribed,
} from '#lib/store/subscriptions/subscriptions.ts'

/** A subscription of an export. Instants are ISO 8601. */
type ExportedSubscription = NewSubscription & {
  readonly createdAt: string
  readonly position: number
  readonly isMuted: boolean
  readonly isApart: boolean
  readonly fullText: boolean
  readonly unreadEdits: boolean
  readonly wantsFast: boolean
  /** Their names. */
  readonly labels: readonly string[]
  readonly readThrough: { readonly key: string; readonly foundAt: string } | null
}

/** The results of importing subscriptions. */
type ImportedSubscriptions = {
  readonly added: number
  /** Read marks that were not brought: nothing of their sources is stored here. */
  readonly marksNotHere: number
  /** Addresses that were not subscribed to. */
  readonly leftOut: readonly { readonly url: string; readonly why: NotSubscribed }[]
}

/**
 * Subscribes as an export says, with the time and place of each, its marks and labels and how far it is read, in one transaction.
 * Subscriptions that exist are left as they are. A read mark whose posting is not stored here falls on the last one that
 * was found before it.
 */
export async function importSubscriptions(
  database: Database,
  subscriberId: string,
  subscriptions: readonly ExportedSubscription[],
  now: number,
): Promise<ImportedSubscriptions> {
  return database.$transaction(
    async (transaction) => {
      const subscribed = await subscribeWithin(transaction, subscriberId, subscriptions, now, false)
      const added = subscriptions.flatMap((wanted, at) => {
        const result = subscribed[at] ?? 'no-room'
        return typeof result === 'object' && result.isNew ? [{ ...wanted, id: result.subscriptionId }] : []
      })
      const placed = await placeAdded(transaction, subscriberId, added, now)
      await labelAdded(transaction, subscriberId, added)
      const marked = added.filter(({ readThrough }) => readThrough !== null)
      return {
        added: added.length,
        marksNotHere: marked.filter(({ id }) => !placed.has(id)).length,
        leftOut: subscriptions.flatMap(({ url }, at) => {
          const why = subscribed[at]
          return typeof why === 'string' ? [{ url, why }] : []
        }),
      }
    },
    { timeout: 60_000 },
  )
}

type Added = ExportedSubscription & { readonly id: number }

/** Returns the subscriptions whose sources have postings here. */
async function placeAdded(
  transaction: Transaction,
  subscriberId: string,
  added: readonly Added[],
  now: number,
): Promise<Set<number>> {
  const rows = added.map(
    ({ id, createdAt, position, isMuted, isApart, fullText, unreadEdits, wantsFast, readThrough }) => ({
      id,
      createdAt,
      position,
      isMuted,
      isApart,
      fullText,
      unreadEdits,
      wantsFast,
      key: readThrough?.key ?? null,
      foundAt: readThrough?.foundAt ?? null,
    }),
  )
  const placed = await transaction.$queryRaw<{ id: number; hasPostings: boolean }[]>`
    UPDATE "subscription" u SET
      "createdAt" = least(row."createdAt", ${new Date(now)}), "position" = row."position",
      "isMuted" = row."isMuted", "isApart" = row."isApart", "fullText" = row."fullText",
      "unreadEdits" = row."unreadEdits",
      "wantsFast" = row."wantsFast",
      "readThrough" = CASE
        WHEN NOT EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId") THEN u."readThrough"
        ELSE coalesce(
          (SELECT a."postingId" FROM "posting_alias" a WHERE a."sourceId" = u."sourceId" AND a."key" = row."key"),
          (SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."foundAt" <= row."foundAt"),
          0) END
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("id" int, "createdAt" timestamptz, "position" int, "isMuted" bool, "isApart" bool, "fullText" bool,
        "unreadEdits" bool, "wantsFast" bool,
        "key" text, "foundAt" timestamptz)
    WHERE u."id" = row."id" AND u."subscriberId" = ${subscriberId}
    RETURNING u."id", EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId") AS "hasPostings"`
  return new Set(placed.filter(({ hasPostings }) => hasPostings).map(({ id }) => id))
}

/** Gives subscriptions their labels, by name; those that are new are made. */
export async function labelAdded(
  transaction: Transaction,
  subscriberId: string,
  added: readonly Pick<Added, 'id' | 'labels'>[],
): Promise<void> {
  const names = added.flatMap(({ labels }) => labels)
  const idOf = await findOrCreateLabels(transaction, subscriberId, names)
  await transaction.$executeRaw`
    INSERT INTO "subscription_label" ("labelId", "subscriptionId")
    SELECT l."id", row."id"
    FROM jsonb_to_recordset(${jsonRows(labelledRows(added, idOf))}::jsonb) AS row("id" int, "labelIds" int[])
    CROSS JOIN LATERAL unnest(row."labelIds") AS l("id")
    ON CONFLICT DO NOTHING`
}
