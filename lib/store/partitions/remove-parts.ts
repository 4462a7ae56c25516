import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listParts, readLatestId, type Part, type PartedTable } from './parts.ts'

/** So many polls that stay where their part was rolled up are taken over by the part before; with more it stays. */
const mostLeft = 100_000

/** Parts that get no more rows, oldest first. */
async function listFullParts(transaction: Transaction, table: PartedTable): Promise<Part[]> {
  const latestId = await readLatestId(transaction, table)
  return (await listParts(transaction, table)).filter(({ toId }) => toId <= latestId)
}

/** Removes a part of the postings of which retention has left nothing: its room is free at once, and nothing looks through it any more. */
export async function removeEmptyPart(transaction: Transaction): Promise<void> {
  for (const part of await listFullParts(transaction, 'posting')) {
    if (!(await isEmpty(transaction, part))) continue
    await transaction.$executeRawUnsafe(`LOCK TABLE "posting" IN ACCESS EXCLUSIVE MODE`)
    if (!(await isEmpty(transaction, part))) return // an import came first
    await detach(transaction, 'posting', part)
    await drop(transaction, part)
    return
  }
}

async function isEmpty(transaction: Transaction, { name }: Part): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM ${Prisma.raw(`"${name}"`)}) AS "has"`
  return row?.has === false
}

/**
 * A second part whose polls are all so old that they were rolled up: what stays of them (the latest of sources that are
 * hardly polled) goes to the first part, which ends where the second one did.
 */
export async function foldOldPolls(transaction: Transaction, historyBegin: number): Promise<void> {
  const [first, second] = await listFullParts(transaction, 'poll')
  if (first === undefined || second === undefined) return
  const newestAt = await readNewest(transaction, second)
  if (newestAt !== null && newestAt >= historyBegin) return
  if ((await countLeft(transaction, second)) > mostLeft) return
  await transaction.$executeRawUnsafe(`LOCK TABLE "poll" IN ACCESS EXCLUSIVE MODE`)
  await detach(transaction, 'poll', first)
  await detach(transaction, 'poll', second)
  await transaction.$executeRawUnsafe(`INSERT INTO "${first.name}" SELECT * FROM "${second.name}"`)
  await drop(transaction, second)
  await transaction.$executeRawUnsafe(
    `ALTER TABLE "poll" ATTACH PARTITION "${first.name}"
     FOR VALUES FROM (${first.fromId ?? 'MINVALUE'}) TO (${second.toId})`,
  )
}

/** The end of the last poll of a part; null: it has none. */
async function readNewest(transaction: Transaction, { name }: Part): Promise<number | null> {
  const [row] = await transaction.$queryRaw<{ at: Date }[]>`
    SELECT "finishedAt" AS "at" FROM ${Prisma.raw(`"${name}"`)} ORDER BY "id" DESC LIMIT 1`
  return row?.at.getTime() ?? null
}

/** The number of rows of a part, up to one more than matters. */
async function countLeft(transaction: Transaction, { name }: Part): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (SELECT 1 FROM ${Prisma.raw(`"${name}"`)} LIMIT ${mostLeft + 1}) rows`
  return row?.count ?? 0
}

async function detach(transaction: Transaction, table: PartedTable, { name }: Part): Promise<void> {
  await transaction.$executeRawUnsafe(`ALTER TABLE "${table}" DETACH PARTITION "${name}"`)
}

async function drop(transaction: Transaction, { name }: Part): Promise<void> {
  await transaction.$executeRawUnsafe(`DROP TABLE "${name}"`)
}
