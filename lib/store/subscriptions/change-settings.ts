import type { ServerSettingsChange, ServerSettings } from '#lib/api/server/admin.ts'
import { recordChange } from '#lib/store/ground/audit-log.ts'
import type { Changer } from '#lib/store/ground/change-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changeServerSettings, lockSettings } from '#lib/store/ground/server-settings.ts'

/**
 * Changes settings and puts that into the log, from what to what; settings that are so already are left out, and with
 * none left nothing is logged. `mayBe` looks at the settings as they would be and throws where they may not.
 * @returns all settings
 */
export async function changeSettingsBy(
  database: Database,
  change: ServerSettingsChange,
  by: Changer,
  mayBe: (settings: ServerSettings) => void,
): Promise<ServerSettings> {
  return database.$transaction(async (transaction) => {
    await by.hold(transaction)
    const before = await lockSettings(transaction)
    const wanted: ServerSettings = { ...before, ...change }
    mayBe(wanted)
    const old = new Map<string, unknown>(Object.entries(before))
    const names = Object.entries(change).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
    if (names.length === 0) return before
    const only = (settings: ServerSettings): Partial<ServerSettings> =>
      Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
    const stored = { kind: 'settings', before: only(before), after: only(wanted) } as const
    const detail = JSON.stringify(change)
    await recordChange(transaction, by, { act: 'settings-changed', detail, change: stored })
    return changeServerSettings(transaction, change)
  })
}
