import type { RuleSettings } from '#lib/api/rules/rules.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { eachAlone } from '#lib/store/connection/each-alone.ts'
import { markOldRead } from '#lib/store/marks/mark-read.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { recordRun } from './rule-runs.ts'

/** The subscriber's settings for all postings. */
export async function getRuleSettings(database: Database, subscriberId: string): Promise<RuleSettings> {
  const row = await database.ruleSettings.findUnique({ where: { subscriberId } })
  return { readAfterDays: row?.readAfterDays ?? null }
}

/** Sets it; what is too old by then is marked within a minute. */
export async function setRuleSettings(
  database: Database,
  subscriberId: string,
  { readAfterDays }: RuleSettings,
): Promise<RuleSettings> {
  await database.ruleSettings.upsert({
    where: { subscriberId },
    create: { subscriberId, readAfterDays },
    update: { readAfterDays, agedAt: null },
  })
  return { readAfterDays }
}

/**
 * Marks what became too old as read, for each subscriber who wants that, once a day; what is starred, labelled, noted or kept
 * for later stays. One transaction for each, noted as a run, so that it can be taken back.
 */
export async function ageWhenDue(database: Database, now: number, drain?: AbortSignal): Promise<void> {
  const before = new Date(now - DAY_MS)
  const due = await database.ruleSettings.findMany({
    where: { readAfterDays: { not: null }, OR: [{ agedAt: null }, { agedAt: { lt: before } }] },
    select: { subscriberId: true },
  })
  await eachAlone(due, 'aging-failed', async ({ subscriberId }) => {
    if (drain?.aborted !== true) await age(database, subscriberId, now)
  })
}

async function age(database: Database, subscriberId: string, now: number): Promise<void> {
  await database.$transaction(
    async (transaction) => {
      const [settings] = await transaction.$queryRaw<{ readAfterDays: number }[]>`
        UPDATE "rule_settings" SET "agedAt" = ${new Date(now)}
        WHERE "subscriberId" = ${subscriberId} AND "readAfterDays" IS NOT NULL
          AND ("agedAt" IS NULL OR "agedAt" < ${new Date(now - DAY_MS)})
        RETURNING "readAfterDays"`
      if (settings === undefined) return // another process did it
      const oldest = new Date(now - settings.readAfterDays * DAY_MS)
      const { marked, undoToken } = await markOldRead(transaction, subscriberId, oldest, now)
      const counts = { read: marked, star: 0, label: 0, hide: 0, alert: 0, send: 0 }
      const parts = marked === 0 ? [] : [{ ruleId: 0, name: '', counts }]
      await recordRun(transaction, { subscriberId, kind: 'aged', now, parts, undoToken })
    },
    { timeout: 60_000 },
  )
}
