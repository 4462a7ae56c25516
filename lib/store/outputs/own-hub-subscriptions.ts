import type { FeedFormat } from '#lib/documents/write/output-document.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { authSecret } from './output-feeds.ts'
import { seal, unseal } from '#lib/store/connection/sealed-secrets.ts'

/** Of one feed: each is delivered to by itself. */
export const mostHubSubscriptions = 50
const purpose = 'hub subscription'

type HubRequest = {
  readonly mode: 'subscribe' | 'unsubscribe'
  readonly format: FeedFormat
  readonly callbackUrl: string
  /** hub.secret; null: deliveries are not to be signed. */
  readonly secret: string | null
  readonly leaseMs: number
}

/**
 * Keeps a request until its callback confirms it; what is in force stays so until then. `feed`: as it was found by its secret address, which
 * it must have still.
 */
export async function askHub(
  database: Database,
  { id: feedId, secretHash }: { readonly id: number; readonly secretHash: string },
  { mode, format, callbackUrl, secret, leaseMs }: HubRequest,
  now: number,
): Promise<'done' | 'full' | 'moved'> {
  const place = { feedId, format, callbackUrl }
  const at = new Date(now)
  const asked = {
    asked: mode,
    askedLeaseMs: BigInt(leaseMs),
    askedSecret: secret === null || secret === '' ? null : seal(secret, authSecret(), purpose),
    nextTryAt: at,
    failures: 0,
  }
  return database.$transaction(async (transaction) => {
    const held = await transaction.$queryRaw<{ id: number }[]>`
      SELECT "id" FROM "output_feed" WHERE "id" = ${feedId} AND "secretHash" = ${secretHash} FOR SHARE`
    if (held.length === 0) return 'moved'
    const { count } = await transaction.hubSubscription.updateMany({ where: place, data: asked })
    if (count > 0 || mode === 'unsubscribe') return 'done'
    if ((await transaction.hubSubscription.count({ where: { feedId } })) >= mostHubSubscriptions)
      return 'full'
    await transaction.hubSubscription.createMany({
      data: [{ ...place, ...asked, createdAt: at }],
      skipDuplicates: true,
    })
    return 'done'
  })
}

/** A subscription of our hub that is to be looked at. */
export type DueSubscription = {
  readonly id: number
  readonly feedId: number
  readonly callbackUrl: string
  readonly format: FeedFormat
  readonly secret: string | null
  readonly asked: 'subscribe' | 'unsubscribe' | null
  readonly askedLeaseMs: bigint | null
  readonly askedSecret: string | null
  readonly leaseEndsAt: Date | null
  readonly sentTags: readonly string[]
  readonly lookedId: bigint
  readonly lookedAt: Date | null
  readonly nextTryAt: Date
  readonly failures: number
}

/** Takes the subscription that is due first, for as long as a look may take: two processes never have the same. */
export async function claimHubSubscription(
  database: Database,
  now: number,
  leaseMs: number,
): Promise<DueSubscription | null> {
  const [row] = await database.$queryRaw<DueSubscription[]>`
    UPDATE "hub_subscription" SET "nextTryAt" = ${new Date(now + leaseMs)} WHERE "id" = (
      SELECT "id" FROM "hub_subscription" WHERE "nextTryAt" <= ${new Date(now)}
      ORDER BY "nextTryAt", "id" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id", "feedId", "callbackUrl", "format", "secret", "asked", "askedLeaseMs", "askedSecret", "leaseEndsAt", "sentTags",
      "lookedId", "lookedAt", "nextTryAt", "failures"`
  return row ?? null
}

/** The result of a look at a subscription. Only where nobody asked for something else meanwhile, which is looked at next. */
export async function settleHubSubscription(
  database: Database,
  { id, nextTryAt }: DueSubscription,
  change: {
    readonly nextTryAt: Date
    readonly failures?: number
    readonly asked?: null
    readonly secret?: string | null
    readonly leaseEndsAt?: Date
    readonly sentTags?: readonly string[]
    readonly lookedId?: bigint
    readonly lookedAt?: Date
  },
): Promise<void> {
  const { sentTags, ...rest } = change
  const data = { ...rest, ...(sentTags === undefined ? {} : { sentTags: [...sentTags] }) }
  await database.hubSubscription.updateMany({ where: { id, nextTryAt }, data })
}

/** Ends a subscription, under the same condition. */
export async function endHubSubscription(
  database: Database,
  { id, nextTryAt }: DueSubscription,
): Promise<void> {
  await database.hubSubscription.deleteMany({ where: { id, nextTryAt } })
}

/** The secret of a subscription in plain; null: it gave none, or it is under another AUTH_SECRET. */
export function hubSecretOf({ secret }: Pick<DueSubscription, 'secret'>): string | null {
  return secret === null ? null : unseal(secret, authSecret(), purpose)
}

/** The newest posting of a feed's owner's sources, 0 without any: while it stays, there is hardly news. */
export async function newestOf(database: Database, feedId: number): Promise<bigint> {
  const [row] = await database.$queryRaw<{ id: bigint }[]>`
    SELECT coalesce(max(newest."id"), 0) AS "id" FROM "output_feed" f
    JOIN "subscription" u ON u."subscriberId" = f."subscriberId"
    CROSS JOIN LATERAL (SELECT p."id" FROM "posting" p WHERE p."sourceId" = u."sourceId"
      ORDER BY p."id" DESC LIMIT 1) newest
    WHERE f."id" = ${feedId}`
  return row?.id ?? 0n
}
