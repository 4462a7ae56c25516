import { mostIntegrations } from '#lib/api/integrations/integrations.ts'
import type { ExportedIntegration } from '#lib/documents/moving/account-export.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createLockedIntegration, listIntegrations } from '#lib/store/integrations/integrations.ts'

/** Integrations of an export, by name, without what is secret. */
export async function exportIntegrations(
  database: Database,
  subscriberId: string,
): Promise<ExportedIntegration[]> {
  const integrations = await listIntegrations(database, subscriberId)
  return integrations.map(({ kind, name, url, username, clientId }) => ({
    kind,
    name,
    url,
    username,
    clientId,
  }))
}

/**
 * Makes those that are missing, before the rules that send by them; each asks for its secrets before it sends.
 * @returns the names of those that there is no room for
 */
export async function importIntegrations(
  database: Database,
  subscriberId: string,
  integrations: readonly ExportedIntegration[],
  now: number,
): Promise<string[]> {
  const there = await listIntegrations(database, subscriberId)
  const known = new Set(there.map(keyOf))
  const missing = integrations.filter((integration) => !known.has(keyOf(integration)))
  const room = Math.max(0, mostIntegrations - there.length)
  for (const integration of missing.slice(0, room))
    await createLockedIntegration(database, subscriberId, integration, now)
  return missing.slice(room).map(({ name }) => name)
}

function keyOf({ kind, name }: Pick<ExportedIntegration, 'kind' | 'name'>): string {
  return JSON.stringify([kind, name])
}
