import type { Database, Transaction } from './database.ts'

/** The subscriber's labels by name, made where they are missing. */
export async function findOrCreateLabels(
  transaction: Database | Transaction,
  subscriberId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const distinct = [...new Set(names)].toSorted()
  if (distinct.length === 0) return new Map()
  await transaction.label.createMany({
    data: distinct.map((name) => ({ subscriberId, name })),
    skipDuplicates: true,
  })
  const rows = await transaction.label.findMany({
    where: { subscriberId, name: { in: distinct } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [name, id]))
}
