import { findAppByToken, findAppByWriteToken, mayWriteWith, type AppAccess } from '#lib/auth/app-passwords.ts'
import type { Database } from '#lib/store/database.ts'
import type { Parameters } from './parameters.ts'
import { refusal } from './sync-answer.ts'

/** By these an app knows that it has to get another token (Capy), or to sign in again (NetNewsWire: the status). */
const badToken = { 'x-reader-google-bad-token': 'true', 'google-bad-token': 'true' }

/**
 * Which app calls: by `Authorization: GoogleLogin auth=<token>` (or Bearer), where that is missing by T of a POST. A session's
 * cookie counts for nothing. T proves nothing beside the header and is checked only where it is there: apps leave it empty
 * or send "x" (FeedMe, Fluent Reader, Reeder).
 * @throws SyncRefusal 401
 */
export async function authorise(
  database: Database,
  request: Request,
  parameters: Parameters,
  now: Date,
): Promise<AppAccess> {
  const header = request.headers.get('authorization')
  const writeToken = request.method === 'POST' ? (parameters.one('T') ?? '') : ''
  const access =
    header === null
      ? await findByT(database, writeToken, now)
      : await findAppByToken(database, tokenIn(header), now)
  if (access === null) throw unauthorised()
  if (header === null || writeToken === '' || writeToken === 'x') return access
  const isOwn = mayWriteWith(access, writeToken, now) || tokenIn(header) === writeToken
  if (!isOwn) throw unauthorised()
  return access
}

async function findByT(database: Database, text: string, now: Date): Promise<AppAccess | null> {
  return (await findAppByWriteToken(database, text, now)) ?? findAppByToken(database, text, now)
}

function tokenIn(header: string): string {
  const [, quoted = ''] = /^(?:GoogleLogin\s+auth\s*=|Bearer\s)\s*(.*?)\s*$/i.exec(header) ?? []
  return quoted.replace(/^"(.*)"$/, '$1')
}

function unauthorised() {
  return refusal(401, 'Unauthorized', badToken)
}
