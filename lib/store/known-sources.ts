import type { Database } from './database.ts'

export type KnownSource = {
  readonly sourceId: number
  readonly subscribers: number
  /** The asking subscriber's own subscription. */
  readonly subscriptionId: number | null
  /** Its publisher does not want it polled, and why we think so; null: nothing is known against it. */
  readonly optOut: string | null
}

/** Which of these normalised addresses are sources already: address → source. */
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
      _count: { select: { subscriptions: true } },
    },
  })
  return new Map(
    rows.map((row) => [
      row.url,
      {
        sourceId: row.id,
        subscribers: row._count.subscriptions,
        subscriptionId: row.subscriptions[0]?.id ?? null,
        optOut: row.lastOutcome === 'opted-out' ? row.lastError : null,
      },
    ]),
  )
}
