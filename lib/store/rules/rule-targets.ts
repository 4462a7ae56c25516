import type { Database, Transaction } from '#lib/store/connection/database.ts'

/** The integrations that rules send by and that are there. */
export async function findTargets(
  database: Database | Transaction,
  subscriberId: string,
  rules: readonly { readonly sendTo: number | null }[],
): Promise<ReadonlySet<number>> {
  const ids = rules.flatMap(({ sendTo }) => (sendTo === null ? [] : [sendTo]))
  if (ids.length === 0) return new Set()
  const rows = await database.integration.findMany({
    where: { subscriberId, id: { in: ids } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}
