import type { Reason } from '#lib/policy/basics/reason.ts'
import { askedPause, reasonWithin } from '#lib/store/hosts/asked-pause.ts'
import { holdHosts } from '#lib/store/hosts/hold-hosts.ts'
import type { Transaction } from '#lib/store/connection/database.ts'

/** A normalised address, and the host whose patience its polls use. */
export type SourceAddress = { readonly url: string; readonly hostName: string }

/** Why a source is polled that nobody subscribed to before. */
export const subscribed: Reason = { code: 'subscribed', values: {} }

/**
 * The sources of normalised addresses, made with their hosts where they are new; four statements, however many. A source
 * that nobody subscribed to is due at once. The rows stay locked until the transaction ends, so that nobody can leave
 * them unpolled meanwhile: those that are there by rising id, as polls and plannings lock theirs, new ones in the order of
 * their addresses, against deadlocks. `isAwaited`: somebody waits for the first poll, so that it goes before all that was
 * planned. Returns their ids by address.
 */
export async function findOrCreateSources(
  transaction: Transaction,
  addresses: readonly SourceAddress[],
  now: number,
  isAwaited: boolean,
): Promise<Map<string, number>> {
  const byUrl = new Map(addresses.map((address) => [address.url, address]))
  const distinct = [...byUrl.values()]
  await holdHosts(
    transaction,
    distinct.map(({ hostName }) => hostName),
  )
  await transaction.$executeRaw`
    SELECT 1 FROM "source" WHERE "url" = ANY(${distinct.map((each) => each.url)}::text[]) ORDER BY "id" FOR NO KEY UPDATE`
  const rows = await transaction.$queryRaw<{ id: number; url: string }[]>`
    INSERT INTO "source" AS s ("url", "hostName", "createdAt", "nextPollAt", "nextPollReason", "isAwaited")
    SELECT "url", "hostName", ${new Date(now)}, ${new Date(now)}, ${JSON.stringify(subscribed)}::jsonb, ${isAwaited}::boolean
    FROM unnest(${distinct.map((each) => each.url)}::text[], ${distinct.map((each) => each.hostName)}::text[])
      AS address("url", "hostName")
    ORDER BY "url"
    ON CONFLICT ("url") DO UPDATE SET
      "nextPollAt" = coalesce(s."nextPollAt", greatest(excluded."nextPollAt", ${askedPause})),
      "nextPollReason" = CASE WHEN s."nextPollAt" IS NULL THEN ${reasonWithin(subscribed, new Date(now))} ELSE s."nextPollReason" END,
      "isAwaited" = s."isAwaited" OR (excluded."isAwaited" AND (s."firstPolledAt" IS NULL OR s."nextPollAt" IS NULL))
    RETURNING "id", "url"`
  return new Map(rows.map((row) => [row.url, row.id]))
}
