import type { Transaction } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Two postings that tell the same story. */
export type Like = { readonly id: bigint; readonly likeId: bigint }

/** The same story in two sources lies at most this far apart. */
export const clusterSpanMs = 3 * DAY_MS

type Member = {
  readonly id: bigint
  readonly clusterId: bigint | null
  readonly sourceId: number
  readonly shownAt: Date
  /** In somebody's archive: it goes where its story goes, and has no say in what others see as one. */
  readonly isArchived: boolean
}

/** Postings that tell one story. `id` is the least of theirs, also where that one was removed; all else leaves out archived ones. */
type Group = { id: bigint; members: Member[]; sourceIds: Set<number>; firstAt: number; lastAt: number }

/**
 * Puts each pair of postings, and what either is linked with, into the cluster of the earliest of them, unless one source
 * would have two in it or they would lie further apart than a story lasts: feeds that fill in a form are all alike, and who
 * opened one would have read dozens. Two statements for all pairs, each by an index: pair by pair, a batch of much the same
 * postings took minutes in a large table.
 */
export async function joinClusters(transaction: Transaction, likes: readonly Like[]): Promise<void> {
  if (likes.length === 0) return
  const members = await listMembers(transaction, [
    ...new Set(likes.flatMap(({ id, likeId }) => [id, likeId])),
  ])
  const groupOf = groupAll(members)
  for (const { id, likeId } of likes) {
    const one = groupOf.get(id)
    const other = groupOf.get(likeId)
    if (one === undefined || other === undefined || one === other || !tellOneStory(one, other)) continue
    const [joined, later] = one.id < other.id ? [one, other] : [other, one]
    join(joined, later)
    for (const member of later.members) groupOf.set(member.id, joined)
  }
  const moved = members.flatMap(({ id, clusterId }) => {
    const group = groupOf.get(id)
    if (group === undefined || group.members.length === 1 || group.id === clusterId) return []
    return [{ id: id.toString(), clusterId: group.id.toString() }]
  })
  await transaction.$executeRaw`
    UPDATE "posting" p SET "clusterId" = g."clusterId"
    FROM json_to_recordset(${jsonRows(moved)}::json) AS g("id" bigint, "clusterId" bigint) WHERE p."id" = g."id"`
}

/** These postings, and all that are in a cluster with one of them. */
function listMembers(transaction: Transaction, ids: readonly bigint[]): Promise<Member[]> {
  return transaction.$queryRaw<Member[]>`
    SELECT m.*, s."archiveOwnerId" IS NOT NULL AS "isArchived" FROM (
      SELECT "id", "clusterId", "sourceId", "shownAt" FROM "posting" WHERE "id" = ANY(${ids}::bigint[])
      UNION SELECT p."id", p."clusterId", p."sourceId", p."shownAt" FROM "posting" p WHERE p."clusterId" = ANY(
        ARRAY(SELECT "clusterId" FROM "posting" WHERE "id" = ANY(${ids}::bigint[]) AND "clusterId" IS NOT NULL))
    ) m JOIN "source" s ON s."id" = m."sourceId"`
}

function groupAll(members: readonly Member[]): Map<bigint, Group> {
  const groups = new Map<bigint, Group>()
  const groupOf = new Map<bigint, Group>()
  for (const member of members) {
    const id = member.clusterId ?? member.id
    const alone = groupOfOne(id, member)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, alone)
    else join(group, alone)
    groupOf.set(member.id, group ?? alone)
  }
  return groupOf
}

function groupOfOne(id: bigint, member: Member): Group {
  if (member.isArchived)
    return { id, members: [member], sourceIds: new Set(), firstAt: Infinity, lastAt: -Infinity }
  const at = member.shownAt.getTime()
  return { id, members: [member], sourceIds: new Set([member.sourceId]), firstAt: at, lastAt: at }
}

function tellOneStory(one: Group, other: Group): boolean {
  const lastsMs = Math.max(one.lastAt, other.lastAt) - Math.min(one.firstAt, other.firstAt)
  return lastsMs <= clusterSpanMs && ![...other.sourceIds].some((id) => one.sourceIds.has(id))
}

function join(group: Group, other: Group): void {
  group.members.push(...other.members)
  for (const sourceId of other.sourceIds) group.sourceIds.add(sourceId)
  group.firstAt = Math.min(group.firstAt, other.firstAt)
  group.lastAt = Math.max(group.lastAt, other.lastAt)
}
