import type { Database } from './database.ts'
import { jsonRows } from './json-rows.ts'

/** The events that are counted over all processes and restarts. Times are in seconds, as those who read them expect. */
export type TallyName =
  | 'polls' // by outcome
  | 'poll-lag' // planned → begun, by the least bound it keeps
  | 'delay' // published → found, by the least bound it keeps
  | 'poll-bytes'
  | 'postings'
  | 'removed' // by what: postings, search documents
  | 'host-deferrals' // by reason
  | 'push-deliveries' // by what became of them
  | 'alerts' // by channel and what became of them
export type Tally = { readonly name: TallyName; readonly label: string; readonly value: number }

const waiting = new WeakMap<Database, Map<string, Tally>>()

/** Counts in this process; `flushTallies` stores it. What a dying process has not stored is not counted. */
export function tally(database: Database, name: TallyName, label: string, value = 1): void {
  const tallies = waiting.get(database) ?? new Map<string, Tally>()
  waiting.set(database, tallies)
  const key = `${name} ${label}`
  tallies.set(key, { name, label, value: (tallies.get(key)?.value ?? 0) + value })
}

/** Adds what was counted since the last time to the stored tallies, which never fall. Kept for the next time where it fails. */
export async function flushTallies(database: Database): Promise<void> {
  const tallies = waiting.get(database)
  if (tallies === undefined || tallies.size === 0) return
  waiting.delete(database)
  // In one order: processes that store at the same time wait for each other and do not lock each other out.
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  try {
    await database.$executeRaw`
      INSERT INTO "tally" ("name", "label", "value")
      SELECT t."name", t."label", t."value"
      FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS t("name" text, "label" text, "value" float8)
      ON CONFLICT ("name", "label") DO UPDATE SET "value" = "tally"."value" + excluded."value"`
  } catch (error) {
    for (const { name, label, value } of rows) tally(database, name, label, value)
    throw error
  }
}

/** All that was ever stored, by name and label. */
export async function readTallies(database: Database): Promise<readonly Tally[]> {
  const rows = await database.tally.findMany({ orderBy: [{ name: 'asc' }, { label: 'asc' }] })
  return rows.map((row) => ({ ...row, name: row.name as TallyName }))
}
