import { wasUndone } from '#lib/api/http/why-unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import { listParts, readLatestId, type PartedTable, type Part } from './parts.ts'
import { foldOldPolls, removeEmptyPart } from './remove-parts.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { historyBegin } from '#lib/store/ground/history-begin.ts'

/**
 * Postings and polls are kept in parts by their ids, which grow with time: what is read is the latest part or two, what is too
 * old goes as a whole, and no index grows for ever. A part ends with so many ids, or with its month where it holds enough to be
 * worth it: each one more costs every statement some planning. What a part holds and since when, PostgreSQL's catalogue and the
 * part's first row say: nothing is written down twice.
 */
const times = { posting: 'foundAt', poll: 'finishedAt' } as const
const partedTables = ['posting', 'poll'] as const

/** Ids of the first part, and how many of them make its month's end an end of it. */
const idsEach = 2n ** 24n
const worthAPart = 2n ** 20n
/** With so many parts months end none any more: each costs a statement some 2 % (docs/scaling.md: Parts). */
const mostByMonth = 5

type Sizes = { readonly idsEach: bigint; readonly worthAPart: bigint }

/**
 * Makes parts before they are needed, ends those of months that are over, and removes those of which nothing is left. To be
 * called each minute or so; one process at a time does it. Where others hold what it needs for 2 s, it leaves it to the next time.
 */
export async function tendParts(
  database: Database,
  now: number,
  sizes: Sizes = { idsEach, worthAPart },
): Promise<void> {
  for (const table of partedTables) {
    // The first transaction makes a part, and the second goes on to it. Sequences are not undone with a transaction: in one, ids could go on without a part.
    await alone(database, (transaction) => tendEnd(transaction, table, now, sizes))
    await alone(database, (transaction) => tendEnd(transaction, table, now, sizes))
  }
  const begin = historyBegin(await getSettings(database), now)
  await alone(database, (transaction) => removeEmptyPart(transaction))
  await alone(database, (transaction) => foldOldPolls(transaction, begin))
}

async function alone(database: Database, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  try {
    await database.$transaction(
      async (transaction) => {
        const [lock] = await transaction.$queryRaw<{ isMine: boolean; lockTimeout: string }[]>`
          SELECT pg_try_advisory_xact_lock(${advisoryLocks.parts}) AS "isMine",
            set_config('lock_timeout', '2s', true) AS "lockTimeout"`
        if (lock?.isMine === true) await work(transaction)
      },
      { timeout: 60_000 },
    )
  } catch (error) {
    if (!wasUndone(error)) throw error
    log.info('parts-busy', {})
  }
}

/** Makes the part after the present one when that will end; once there is one, goes on to it where the month is over. */
async function tendEnd(
  transaction: Transaction,
  table: PartedTable,
  now: number,
  sizes: Sizes,
): Promise<void> {
  const parts = await listParts(transaction, table)
  const latestId = await readLatestId(transaction, table)
  const current = parts.find(({ toId }) => latestId < toId)
  const from = current?.fromId ?? 0n
  const hasEnded = current !== undefined && (await isOver(transaction, table, current, now))
  const soFar = current === undefined ? parts : parts.slice(0, parts.indexOf(current) + 1)
  const isWorthIt = soFar.length <= mostByMonth && latestId - from >= sizes.worthAPart
  const isHalfFull = current === undefined || latestId - from > (current.toId - from) / 2n
  if (!isHalfFull && !(hasEnded && isWorthIt)) return
  const end = parts.at(-1)?.toId ?? 0n
  if (current === undefined || end === current.toId)
    await makePart(transaction, table, end, end + sizeAfter(current, hasEnded, sizes))
  else if (hasEnded && isWorthIt) await goOnAt(transaction, table, current.toId)
}

/** A part that is half full before its month is over is followed by one twice as large: soon a part holds a month. */
function sizeAfter(current: Part | undefined, hasEnded: boolean, { idsEach }: Sizes): bigint {
  const size = current === undefined || current.fromId === null ? idsEach : current.toId - current.fromId
  return hasEnded ? size : 2n * size
}

/** Its first row is of a month before this one (UTC). */
async function isOver(
  transaction: Transaction,
  table: PartedTable,
  { name }: Part,
  now: number,
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ at: Date }[]>`
    SELECT ${Prisma.raw(`"${times[table]}"`)} AS "at" FROM ${Prisma.raw(`"${name}"`)} ORDER BY "id" LIMIT 1`
  const today = new Date(now)
  return row !== undefined && row.at.getTime() < Date.UTC(today.getUTCFullYear(), today.getUTCMonth())
}

/** Attached, not made as a part: that would keep everybody from reading while it waits. */
async function makePart(
  transaction: Transaction,
  table: PartedTable,
  from: bigint,
  to: bigint,
): Promise<void> {
  const name = `${table}_from_${from}`
  await transaction.$executeRawUnsafe(
    `CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL EXCLUDING INDEXES)`,
  )
  await transaction.$executeRawUnsafe(
    `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM (${from}) TO (${to})`,
  )
}

/** The next row begins the next part. Ids of postings rise as they become visible: nobody stores any meanwhile. */
async function goOnAt(transaction: Transaction, table: PartedTable, id: bigint): Promise<void> {
  if (table === 'posting')
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.postings})`
  const sequence = `${table}_id_seq`
  await transaction.$executeRaw`
    SELECT setval(${sequence}::regclass, ${id}, false) WHERE coalesce(pg_sequence_last_value(${sequence}::regclass), 0) < ${id}`
}
