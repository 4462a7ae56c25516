import type { Transaction } from './database.ts'
import { jsonRows } from './json-rows.ts'

/** Two postings that tell the same story. */
export type Like = { readonly id: bigint; readonly likeId: bigint }

/**
 * Puts each pair of postings, and all that either is linked with, into the cluster of the earliest of them. Some statements
 * for all pairs, each by an index: pair by pair, a batch of much the same postings took minutes in a large table.
 */
export async function joinClusters(transaction: Transaction, likes: readonly Like[]): Promise<void> {
  if (likes.length === 0) return
  const ids = [...new Set(likes.flatMap(({ id, likeId }) => [id, likeId]))]
  const rows = await transaction.$queryRaw<{ id: bigint; clusterId: bigint | null }[]>`
    SELECT "id", "clusterId" FROM "posting" WHERE "id" = ANY(${ids}::bigint[])`
  const before = new Map(rows.map(({ id, clusterId }) => [id, clusterId ?? id]))
  const earliestOf = linkAll(
    likes.map(({ id, likeId }) => [before.get(id) ?? id, before.get(likeId) ?? likeId]),
  )
  const members = rows
    .map(({ id, clusterId }) => ({ id, clusterId, earliest: earliestOf(clusterId ?? id) }))
    .filter(({ clusterId, earliest }) => clusterId !== earliest)
  const merged = [...new Set(members.flatMap(({ clusterId }) => clusterId ?? []))]
  await transaction.$executeRaw`
    UPDATE "posting" p SET "clusterId" = g."earliest"
    FROM json_to_recordset(${textRows(merged.map((id) => ({ id, earliest: earliestOf(id) })))}::json)
      AS g("id" bigint, "earliest" bigint) WHERE p."clusterId" = g."id"`
  await transaction.$executeRaw`
    UPDATE "posting" p SET "clusterId" = g."earliest"
    FROM json_to_recordset(${textRows(members)}::json) AS g("id" bigint, "earliest" bigint)
    WHERE p."id" = g."id" AND p."clusterId" IS DISTINCT FROM g."earliest"`
}

/** Joins pairs to groups (union-find). @returns what tells of any number the least of its group */
function linkAll(pairs: readonly (readonly [bigint, bigint])[]): (one: bigint) => bigint {
  const lesser = new Map<bigint, bigint>()
  const leastOf = (one: bigint): bigint => {
    let least = one
    for (let next = lesser.get(least); next !== undefined; next = lesser.get(least)) least = next
    if (least !== one) lesser.set(one, least) // the next time it takes one step
    return least
  }
  for (const [one, other] of pairs) {
    const [a, b] = [leastOf(one), leastOf(other)]
    if (a !== b) lesser.set(a > b ? a : b, a > b ? b : a)
  }
  return leastOf
}

function textRows(rows: readonly { readonly id: bigint; readonly earliest: bigint }[]): string {
  return jsonRows(rows.map(({ id, earliest }) => ({ id: id.toString(), earliest: earliest.toString() })))
}
