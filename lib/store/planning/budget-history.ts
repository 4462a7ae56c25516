import { serverSettings, settingsOutsidePlans } from '#lib/api/server/admin.ts'
import { toChangedLines, type StoredChange } from '#lib/store/ground/change-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { BudgetHistoryAnswer } from '#lib/api/server/budget.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const lookedBackMs = 90 * DAY_MS
const changesShown = 30
/** Settings that move polls. */
const plannedBy = [
  'isPaused',
  ...Object.keys(serverSettings.shape).filter((name) => !settingsOutsidePlans.has(name)),
]

/** The budget day by day, and what admins changed that moved polls. */
export async function readBudgetHistory(database: Database, now: number): Promise<BudgetHistoryAnswer> {
  const since = new Date(now - lookedBackMs)
  const [days, changes] = await Promise.all([readDays(database, since), readChanges(database, since)])
  return { days, changes }
}

async function readDays(database: Database, since: Date): Promise<BudgetHistoryAnswer['days']> {
  const rows = await database.$queryRaw<
    { at: Date; budgetPerDay: number; grantedPerDay: number; predictedDelayMs: number | null }[]
  >`
    SELECT r."madeAt" AS "at", coalesce((r."run"->'settings'->>'budgetPerDay')::float8, 0) AS "budgetPerDay",
      r."grantedPerDay", r."predictedDelayMs"
    FROM "planning_run" r JOIN (
      SELECT max("id") AS "id" FROM "planning_run" WHERE "madeAt" >= ${since} GROUP BY date_trunc('day', "madeAt", 'UTC')
    ) last ON last."id" = r."id"
    ORDER BY r."madeAt"`
  return rows.map(({ at, ...day }) => ({ at: at.toISOString(), ...day }))
}

async function readChanges(database: Database, since: Date): Promise<BudgetHistoryAnswer['changes']> {
  const rows = await database.auditEntry.findMany({
    where: {
      act: 'settings-changed',
      at: { gte: since },
      OR: plannedBy.map((name) => ({ change: { path: ['after', name], not: Prisma.AnyNull } })),
    },
    select: { id: true, at: true, change: true, actor: { select: { email: true } } },
    orderBy: { id: 'desc' },
    take: changesShown,
  })
  return rows.map(({ id, at, change, actor }) => ({
    id: String(id),
    at: at.toISOString(),
    actor: actor?.email ?? null,
    changed: toChangedLines(change as StoredChange | null, undefined),
  }))
}
