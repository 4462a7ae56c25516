import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Nobody moves in more often; each may be 50 MB, and 50,000 subscriptions. */
const limit = { max: 60, windowMs: HOUR_MS, text: 'manyImports' } as const

/** Counts an import, of whatever kind. @throws ApiError too_many_requests */
export async function countImport(subscriberId: string): Promise<void> {
  await limitAttempts(serverDatabase(), `import|${subscriberId}`, limit)
}
