import { isReachedByOthers } from '#lib/runtime/reached-by-others.ts'
import { signUpModes, type SignUpMode } from '#lib/api/server/admin.ts'
import type { RetentionRules } from '#lib/api/server/retention.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { ServerSettings as SettingsRow } from '#lib/store/generated/client.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'
import type { PolicyName, PolicySettings } from '#lib/policy/basics/settings.ts'

const theRow = { id: 1 } as const

/** The server's settings; a fresh database has the defaults of the schema. */
export async function getSettings(database: Database | Transaction): Promise<ServerSettings> {
  const row = await database.serverSettings.findUnique({ where: theRow })
  if (row !== null) return toSettings(row)
  await makeRow(database)
  return toSettings(await database.serverSettings.findUniqueOrThrow({ where: theRow }))
}

/** The settings, which nobody else changes until the transaction ends. */
export async function lockSettings(transaction: Transaction): Promise<ServerSettings> {
  await makeRow(transaction)
  await transaction.$queryRaw`SELECT "id" FROM "server_settings" FOR UPDATE`
  return toSettings(await transaction.serverSettings.findUniqueOrThrow({ where: theRow }))
}

/** Changes some settings and returns all of them. */
export async function changeServerSettings(
  database: Database | Transaction,
  change: Partial<ServerSettings>,
): Promise<ServerSettings> {
  await makeRow(database)
  return toSettings(await database.serverSettings.update({ where: theRow, data: change }))
}

/** Makes the row unless it is there. Not by `upsert`: that fails when two processes try at the same time. */
async function makeRow(database: Database | Transaction): Promise<void> {
  await database.serverSettings.createMany({ data: [theRow], skipDuplicates: true })
}

/** The part of the settings that the policy works by, where so many sources share the budget. */
export function policySettings(settings: ServerSettings, sources: number): PolicySettings {
  const { policy, maxStalenessMs, minIntervalMs, overflowRisk } = settings
  const { popularity, sayStrength, alertStrength, fairShare } = settings
  const weights = { popularity, sayStrength, alertStrength, fairShare }
  const budgetPerDay = budgetOf(settings, sources)
  const sparesQuiet = sharesBySource(settings)
  return { policy, budgetPerDay, maxStalenessMs, minIntervalMs, overflowRisk, weights, sparesQuiet }
}

/** Polls a day that so many sources together may have: so many for each, and never more than the ceiling. */
export function budgetOf(
  settings: Pick<ServerSettings, 'budgetPerDay' | 'checksPerSource'>,
  sources: number,
): number {
  const { budgetPerDay, checksPerSource } = settings
  if (!sharesBySource(settings)) return budgetPerDay
  return Math.min(budgetPerDay, Math.max(1, sources) * (checksPerSource ?? 0))
}

/** Whether the budget grows with the sources. Servers from before this was so have a fixed one, until their admin says otherwise. */
function sharesBySource({ checksPerSource }: Pick<ServerSettings, 'checksPerSource'>): boolean {
  return checksPerSource !== null && checksPerSource > 0
}

/** The part of the settings that says what is kept how long. */
export function retentionOf(settings: RetentionRules): RetentionRules {
  const { keepReadDays, keepUnreadDays, keepUnsubscribedDays, mostPostings } = settings
  const { searchableDays, pollHistoryDays } = settings
  return {
    keepReadDays,
    keepUnreadDays,
    keepUnsubscribedDays,
    mostPostings,
    searchableDays,
    pollHistoryDays,
  }
}

/**
 * The people who may sign up, by what is stored. Until an admin says something it goes by who reaches the server now: one that was tried at one's own
 * machine may be opened to others later.
 */
export function signUpModeOf(stored: string | null): SignUpMode {
  const said = signUpModes.find((mode) => mode === stored)
  return said ?? (isReachedByOthers() ? 'invitation' : 'open')
}

function toSettings(row: SettingsRow): ServerSettings {
  return {
    signUp: signUpModeOf(row.signUp),
    policy: row.policy as PolicyName,
    budgetPerDay: row.budgetPerDay,
    checksPerSource: row.checksPerSource,
    maxStalenessMs: Number(row.maxStalenessMs),
    minIntervalMs: Number(row.minIntervalMs),
    overflowRisk: row.overflowRisk,
    recommends: row.recommends,
    ...retentionOf(row),
    popularity: row.popularity,
    sayStrength: row.sayStrength,
    alertStrength: row.alertStrength,
    fairShare: row.fairShare,
    isPaused: row.isPaused,
  }
}
