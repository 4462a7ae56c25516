import type { OpmlSettings } from '#lib/documents/moving/opml-settings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findOrCreateFolders } from '#lib/store/organising/folders.ts'
import { labelAdded } from './import-subscriptions.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import {
  subscribeWithin,
  type NewSubscription,
  type SubscribeResult,
} from '#lib/store/subscriptions/subscriptions.ts'

/** A line of a list; `settings`: what its writer had set for the source. */
export type ListedSubscription = NewSubscription & { readonly settings?: OpmlSettings }

export type Place = { readonly id: number; readonly name: string }

/** All folders and labels of a subscriber: those that come with a list are told from those before. */
export async function listPlaces(
  database: Database,
  subscriberId: string,
): Promise<Record<'folders' | 'labels', readonly Place[]>> {
  const own = { where: { subscriberId }, select: { id: true, name: true } } as const
  return { folders: await database.folder.findMany(own), labels: await database.label.findMany(own) }
}

/** Makes the folders of a list, by names from the outside in: those without sources, too, and in its order. */
export async function makeListedFolders(
  database: Database,
  subscriberId: string,
  paths: readonly (readonly string[])[],
): Promise<void> {
  if (paths.length === 0) return
  await database.$transaction((transaction) => findOrCreateFolders(transaction, subscriberId, paths))
}

/**
 * Subscribes to the lines of a list with their settings, in one transaction. Subscriptions that exist are left as they
 * are; labels that an account has no room for are not made.
 */
export async function subscribeToList(
  database: Database,
  subscriberId: string,
  subscriptions: readonly ListedSubscription[],
  now: number,
): Promise<SubscribeResult[]> {
  return database.$transaction(
    async (transaction) => {
      const subscribed = await subscribeWithin(transaction, subscriberId, subscriptions, now, false)
      const added = subscriptions.flatMap(({ settings }, at) => {
        const result = subscribed[at] ?? 'no-room'
        return typeof result === 'object' && result.isNew && settings !== undefined
          ? [{ ...settings, id: result.subscriptionId }]
          : []
      })
      await setAdded(transaction, subscriberId, added)
      await labelAdded(transaction, subscriberId, added)
      return subscribed
    },
    { timeout: 60_000 },
  )
}

type Added = OpmlSettings & { readonly id: number }

async function setAdded(
  transaction: Transaction,
  subscriberId: string,
  added: readonly Added[],
): Promise<void> {
  const rows = added
    .map(({ id, isMuted, isApart, fullText, unreadEdits, position }) => ({
      id,
      isMuted,
      isApart,
      fullText,
      unreadEdits,
      position,
    }))
    .filter(({ id: _id, ...set }) => Object.values(set).some(Boolean))
  if (rows.length === 0) return
  await transaction.$executeRaw`
    UPDATE "subscription" u SET "position" = row."position",
      "isMuted" = row."isMuted", "isApart" = row."isApart", "fullText" = row."fullText",
      "unreadEdits" = row."unreadEdits"
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("id" int, "position" int, "isMuted" bool, "isApart" bool, "fullText" bool, "unreadEdits" bool)
    WHERE u."id" = row."id" AND u."subscriberId" = ${subscriberId}`
}
