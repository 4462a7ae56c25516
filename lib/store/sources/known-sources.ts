import type { OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { toReason } from '#lib/store/ground/reasons.ts'

export type KnownSource = {
  readonly sourceId: number
  /** The asking subscriber's own subscription. */
  readonly subscriptionId: number | null
  /** The one who does not want it polled, as far as its last poll told; null: nobody. */
  readonly optOut: OptOut['by'] | null
}

/** The normalised addresses that are sources already: address → source. */
export async function findKnownSources(
  database: Database,
  subscriberId: string,
  urls: readonly string[],
): Promise<Map<string, KnownSource>> {
  const rows = await database.source.findMany({
    where: { url: { in: [...urls] } },
    select: {
      id: true,
      url: true,
      lastOutcome: true,
      lastError: true,
      subscriptions: { where: { subscriberId }, select: { id: true } },
    },
  })
  return new Map(
    rows.map((row) => [
      row.url,
      {
        sourceId: row.id,
        subscriptionId: row.subscriptions[0]?.id ?? null,
        optOut: row.lastOutcome === 'opted-out' ? whoOf(toReason(row.lastError)) : null,
      },
    ]),
  )
}

function whoOf(reason: Reason | null): OptOut['by'] {
  return reason?.code === 'robotsOptedOut' ? 'robots' : 'publisher'
}
