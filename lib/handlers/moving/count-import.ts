import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Nobody moves in more often; each may be 50 MB, and 50,000 subscriptions. */
const limit = { max: 60, windowMs: 3_600_000, text: 'manyImports' } as const

/** Counts an import, of whatever kind. @throws ApiError too_many_requests */
export async function countImport(subscriberId: string): Promise<void> {
  await limitAttempts(serverDatabase(), `import|${subscriberId}`, limit)
}
