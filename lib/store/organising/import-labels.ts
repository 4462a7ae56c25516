import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Transaction } from '#lib/store/connection/database.ts'

/** The subscriber's labels by name, made where they are missing, as far as there is room; names without a label are not in it. */
export async function findOrCreateLabels(
  transaction: Transaction,
  subscriberId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const distinct = [...new Set(names)].toSorted()
  if (distinct.length === 0) return new Map()
  const known = await findLabels(transaction, subscriberId, distinct)
  if (known.size === distinct.length) return known
  await lockAdding(transaction, subscriberId, 'labels')
  const room = await roomFor(transaction, subscriberId, 'labels')
  const missing = distinct.filter((name) => !known.has(name))
  await transaction.label.createMany({
    data: missing.slice(0, room).map((name) => ({ subscriberId, name })),
    skipDuplicates: true,
  })
  return findLabels(transaction, subscriberId, distinct)
}

/** The labels that have these names, by name. */
export async function findLabels(
  transaction: Transaction,
  subscriberId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await transaction.label.findMany({
    where: { subscriberId, name: { in: [...names] } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** The labels of many things, by number, as rows: a file may put each of some hundred labels on each, so the database makes the single ones. */
export function labelledRows<Id>(
  things: readonly { readonly id: Id; readonly labels: readonly string[] }[],
  idOf: ReadonlyMap<string, number>,
): { readonly id: Id; readonly labelIds: readonly number[] }[] {
  return things.flatMap(({ id, labels }) => {
    const labelIds = labels.flatMap((name) => idOf.get(name) ?? [])
    return labelIds.length === 0 ? [] : [{ id, labelIds }]
  })
}
