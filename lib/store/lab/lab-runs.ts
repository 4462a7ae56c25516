import type {
  LabFailure,
  LabRequest,
  LabState,
  LabResult,
  LabRunDetails,
  LabSoFar,
  LabRunItem,
  LabRunList,
} from '#lib/api/server/lab.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const keptDays = 30
const mostListed = 30
/** A process that has said nothing for so long is taken for dead. By the machine's time: replays take it, whatever the clock shows. */
const leaseSeconds = 30
/** A run that ends its process each time would else go on for ever. */
const mostAttempts = 3
/** Runs that wait for others: who asks for more has not looked at the first ones. */
export const mostWaiting = 5

const listed = {
  id: true,
  state: true,
  progress: true,
  request: true,
  failure: true,
  createdAt: true,
  finishedAt: true,
  requestedBy: { select: { name: true } },
} as const
type Listed = Prisma.LabRunGetPayload<{ select: typeof listed }>

/** The latest runs, the newest first, without their results; and when the shortest span has a poll before it. */
export async function listLabRuns(database: Database): Promise<LabRunList> {
  const [rows, { _min: first }] = await Promise.all([
    database.labRun.findMany({ select: listed, orderBy: { id: 'desc' }, take: mostListed }),
    database.source.aggregate({ _min: { firstPolledAt: true } }),
  ])
  const readyAt = first.firstPolledAt === null ? null : new Date(first.firstPolledAt.getTime() + DAY_MS)
  return { runs: rows.map(toItem), readyAt: readyAt?.toISOString() ?? null }
}

/** A run with its result, or null. */
export async function findLabRun(database: Database, id: number): Promise<LabRunDetails | null> {
  const row = await database.labRun.findUnique({
    where: { id },
    select: { ...listed, result: true, soFar: true },
  })
  if (row === null) return null
  const hasTrace = (await database.labRun.count({ where: { id, trace: { not: null } } })) > 0
  return {
    ...toItem(row),
    result: row.result as LabResult | null,
    soFar: row.soFar as LabSoFar | null,
    hasTrace,
  }
}

function toItem({ request, state, failure, requestedBy, ...row }: Listed): LabRunItem {
  return {
    id: row.id,
    state: state as LabState,
    progress: row.progress,
    request: request as LabRequest,
    failure: failure as LabFailure | null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    requestedBy: requestedBy?.name ?? null,
  }
}

/** The material of a run; null: it is not done, or that was too large to keep. */
export async function findLabTrace(database: Database, id: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await database.labRun.findUnique({ where: { id }, select: { trace: true } })
  return row?.trace ?? null
}

/** Asks for a run; null where too many wait already. */
export async function createLabRun(
  database: Database,
  run: { readonly request: LabRequest; readonly requestedById: string; readonly now: number },
): Promise<LabRunItem | null> {
  const { request, requestedById, now } = run
  return database.$transaction(async (transaction) => {
    // Who asks at the same time waits, and counts this one.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('skylark lab runs'))`
    const waiting = await transaction.labRun.count({ where: { state: { in: ['waiting', 'running'] } } })
    if (waiting >= mostWaiting) return null
    const row = await transaction.labRun.create({
      data: { request, requestedById, createdAt: new Date(now) },
      select: listed,
    })
    return toItem(row)
  })
}

/** Cancels those of some runs that are not over. @returns how many they were */
export async function cancelLabRuns(
  database: Database | Transaction,
  runs: Prisma.LabRunWhereInput,
  now: number,
): Promise<number> {
  const { count } = await database.labRun.updateMany({
    where: { ...runs, state: { in: ['waiting', 'running'] } },
    data: {
      state: 'cancelled',
      soFar: Prisma.DbNull,
      finishedAt: new Date(now),
      leaseUntil: null,
      leaseOwner: null,
    },
  })
  return count
}

/** Cancels a run that is not over, and removes one that is. @returns whether there was one */
export async function endLabRun(database: Database, id: number, now: number): Promise<boolean> {
  if ((await cancelLabRuns(database, { id }, now)) > 0) return true
  return (await database.labRun.deleteMany({ where: { id } })).count > 0
}

/** A run to be carried out. */
type ClaimedLabRun = { readonly id: number; readonly request: LabRequest }

/**
 * Takes up the run that has waited longest, or one whose process has died; null: there is none. One that took three processes with it
 * is given up.
 */
export async function claimLabRun(
  database: Database,
  owner: string,
  now: number,
): Promise<ClaimedLabRun | null> {
  const at = new Date(now)
  await database.$executeRaw`
    UPDATE "lab_run" SET "state" = 'failed', "failure" = 'given-up', "finishedAt" = ${at}, "leaseUntil" = NULL,
      "leaseOwner" = NULL, "soFar" = NULL
    WHERE "state" = 'running' AND "leaseUntil" < clock_timestamp() AND "attempts" >= ${mostAttempts}`
  const rows = await database.$queryRaw<ClaimedLabRun[]>`
    UPDATE "lab_run" SET "state" = 'running', "progress" = 0, "soFar" = NULL, "attempts" = "attempts" + 1, "leaseOwner" = ${owner},
      "leaseUntil" = clock_timestamp() + make_interval(secs => ${leaseSeconds}), "startedAt" = ${at}
    WHERE "id" = (
      SELECT "id" FROM "lab_run"
      WHERE "state" = 'waiting' OR ("state" = 'running' AND "leaseUntil" < clock_timestamp())
      ORDER BY "id" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id", "request"`
  return rows[0] ?? null
}

type Continued = {
  readonly id: number
  readonly owner: string
  readonly progress: number
  /** The points that came since they were noted last; null: none. */
  readonly news: LabSoFar | null
}

/** Notes how far a run has come and holds on to it. @returns false: it is no longer ours, or was cancelled */
export async function continueLabRun(
  database: Database,
  { id, owner, progress, news }: Continued,
): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE "lab_run" SET "progress" = ${progress},
      "soFar" = coalesce(${news === null ? null : JSON.stringify(news)}::jsonb, "soFar"),
      "leaseUntil" = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE "id" = ${id} AND "state" = 'running' AND "leaseOwner" = ${owner}`
  return count > 0
}

/** Gives a run back that its process cannot finish: another one, or the same after its start, takes it up at once. */
export async function releaseLabRun(database: Database, id: number, owner: string): Promise<void> {
  await database.labRun.updateMany({
    where: { id, state: 'running', leaseOwner: owner },
    data: {
      state: 'waiting',
      progress: 0,
      soFar: Prisma.DbNull,
      attempts: { decrement: 1 },
      leaseUntil: null,
      leaseOwner: null,
    },
  })
}

/** Stores what came of a run, unless it is no longer ours. */
export async function finishLabRun(
  database: Database,
  { id, owner, now }: { readonly id: number; readonly owner: string; readonly now: number },
  outcome:
    | { readonly result: LabResult; readonly trace: Uint8Array<ArrayBuffer> | null }
    | { readonly failure: LabFailure },
): Promise<void> {
  const done = 'result' in outcome
  await database.labRun.updateMany({
    where: { id, state: 'running', leaseOwner: owner },
    data: {
      ...(done
        ? { result: outcome.result, trace: outcome.trace, progress: 1 }
        : { failure: outcome.failure }),
      state: done ? 'done' : 'failed',
      soFar: Prisma.DbNull,
      finishedAt: new Date(now),
      leaseUntil: null,
      leaseOwner: null,
    },
  })
}

/** Ends runs that are over for 30 days. */
export async function forgetOldLabRuns(database: Database, now: number): Promise<number> {
  const { count } = await database.labRun.deleteMany({
    where: { createdAt: { lt: new Date(now - keptDays * DAY_MS) } },
  })
  return count
}
