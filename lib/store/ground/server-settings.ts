import { isReachedByOthers } from '#lib/runtime/reached-by-others.ts'
import { serverSettings, signUpModes, type ServerSettings, type SignUpMode } from '#lib/api/server/admin.ts'
import { retentionFields, type RetentionRules } from '#lib/api/server/retention.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { ServerSettings as SettingsRow } from '#lib/store/generated/client.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

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
  const names = Object.keys(retentionFields) as (keyof RetentionRules)[]
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as RetentionRules
}

/**
 * The people who may sign up, by what is stored. Until an admin says something it goes by who reaches the server now: one that was tried at one's own
 * machine may be opened to others later.
 */
export function signUpModeOf(stored: string | null): SignUpMode {
  const said = signUpModes.find((mode) => mode === stored)
  return said ?? (isReachedByOthers() ? 'invitation' : 'open')
}

/** The settings in a row: each column that the contract names. */
function toSettings(row: SettingsRow): ServerSettings {
  const stored: Readonly<Record<keyof ServerSettings, unknown>> = row
  const values = Object.keys(serverSettings.shape).map((name) => {
    const value = stored[name as keyof ServerSettings]
    return [name, typeof value === 'bigint' ? Number(value) : value]
  })
  return { ...(Object.fromEntries(values) as ServerSettings), signUp: signUpModeOf(row.signUp) }
}
