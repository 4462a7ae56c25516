import type { AuditAct, AuditPage } from '#lib/api/server/audit.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { summariseWeightChanges, toChangedLines, type Changer, type StoredChange } from './change-log.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** An act: its doer, its kind, its target and the address it came from. */
export type Act = {
  readonly act: AuditAct
  readonly actorId?: string | null
  readonly subjectId?: string | null
  readonly address?: string | null
  readonly detail?: string
  readonly change?: StoredChange
  /** The entry whose change this takes back. */
  readonly revertsId?: bigint | null
}

/** The time for which acts are kept: long enough to look into what happened, not for ever, as they name people. */
const keptMs = 400 * DAY_MS
/** Failed sign-ins go sooner: they tell of whoever mistyped, and from where. Guessing shows within days. */
const failuresKeptMs = 30 * DAY_MS
const failures: readonly AuditAct[] = ['sign-in-failed', 'second-step-failed']
/** Acts of one kind that are kept of one account, and some hundred more: a program that signs in each second makes them without end. */
export const mostActsOfOne = 20_000
/** To find the oldest of them, all are gone through. So this is done with one entry in so many: strangers who guess would have it done each time. */
export const entriesBetween = 256n
const pageSize = 50
const longestDetail = 200

/** Records an act, and forgets what is too old, but for what it takes back. @returns the entry's id */
export async function recordAct(database: Database | Transaction, act: Act, now: Date): Promise<bigint> {
  const { revertsId = null } = act
  const before = (ageMs: number) => ({ lt: new Date(now.getTime() - ageMs) })
  await database.auditEntry.deleteMany({
    where: {
      ...(revertsId === null ? {} : { id: { not: revertsId } }),
      OR: [{ at: before(keptMs) }, { act: { in: [...failures] }, at: before(failuresKeptMs) }],
    },
  })
  const detail = (act.detail ?? '').slice(0, longestDetail)
  const { id } = await database.auditEntry.create({
    data: { ...act, detail, at: now },
    select: { id: true },
  })
  if (id % entriesBetween === 0n) await forgetBeyond(database, act)
  return id
}

/** Forgets the oldest acts of a kind beyond those that are kept of one account; what can be taken back stays its time. */
async function forgetBeyond(
  database: Database | Transaction,
  { act, actorId = null, subjectId = null }: Act,
): Promise<void> {
  const whose = actorId === null ? { actorId, subjectId } : { actorId }
  const where = { act, ...whose, change: { equals: Prisma.DbNull } }
  const first = await database.auditEntry.findFirst({
    where,
    select: { id: true },
    orderBy: { id: 'desc' },
    skip: mostActsOfOne,
  })
  if (first !== null) await database.auditEntry.deleteMany({ where: { ...where, id: { lte: first.id } } })
}

/** Records a change of an admin. @returns the entry's id */
export async function recordChange(
  transaction: Transaction,
  by: Changer,
  change: Pick<Act, 'act' | 'detail' | 'change'>,
): Promise<bigint> {
  const { actorId, address, at, revertsId = null } = by
  return recordAct(transaction, { ...change, actorId, address, revertsId }, at)
}

/** The last failed sign-in of an account after `since` whose detail is one of these; null: there was none. */
export async function findFailedSignIn(
  database: Database,
  { subjectId, details, since }: { subjectId: string; details: readonly string[]; since: Date },
): Promise<{ readonly detail: string; readonly at: Date; readonly address: string | null } | null> {
  return database.auditEntry.findFirst({
    where: { act: 'sign-in-failed', subjectId, detail: { in: [...details] }, at: { gt: since } },
    select: { detail: true, at: true, address: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
}

const person = { select: { id: true, name: true, email: true } } as const

/** Acts, newest first, older than `cursor` (an entry's id); of everybody, or by or upon one account. */
export async function listActs(
  database: Database,
  { cursor, userId }: { readonly cursor: string | null; readonly userId: string | null },
): Promise<AuditPage> {
  const rows = await database.auditEntry.findMany({
    where: {
      ...(cursor === null ? {} : { id: { lt: BigInt(cursor) } }),
      ...(userId === null ? {} : { OR: [{ actorId: userId }, { subjectId: userId }] }),
    },
    select: {
      id: true,
      at: true,
      act: true,
      address: true,
      detail: true,
      change: true,
      revertsId: true,
      revertedBy: { select: { id: true } },
      actor: person,
      subject: person,
    },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
  })
  const weights = await summariseWeightChanges(
    database,
    rows.map(({ id }) => id),
  )
  const entries = rows.slice(0, pageSize).map(({ id, at, act, change, revertsId, revertedBy, ...row }) => ({
    ...row,
    changed: toChangedLines(change as StoredChange | null, weights.get(id)),
    canRevert: change !== null && revertedBy === null,
    isReverted: revertedBy !== null,
    reverts: revertsId === null ? null : String(revertsId),
    id: String(id),
    at: at.toISOString(),
    act: act as AuditAct, // the words of lib/api/server/audit.ts: only recordAct writes them
  }))
  return { entries, nextCursor: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null }
}
