import {
  findAppByToken,
  findAppByWriteToken,
  mayWriteWith,
  noteApp,
  type AppAccess,
} from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Parameters } from './parameters.ts'
import { refusal } from './sync-answer.ts'

/** By these an app knows that it has to get another token (Capy), or to sign in again (NetNewsWire: the status). */
const badToken = { 'x-reader-google-bad-token': 'true', 'google-bad-token': 'true' }

/**
 * The app that calls, by `Authorization: GoogleLogin auth=<token>` (or Bearer); null: there is no such header. A session's cookie
 * counts for nothing. Known before the body is read.
 * @throws SyncRefusal 401
 */
export async function authoriseByHeader(
  database: Database,
  request: Request,
  now: Date,
): Promise<AppAccess | null> {
  const header = request.headers.get('authorization')
  if (header === null) return null
  const access = await findAppByToken(database, tokenIn(header), now)
  if (access === null) throw unauthorised()
  noteApp(database, request, access)
  return access
}

/**
 * The app that calls, where no header says so: by T of a POST. @throws SyncRefusal 401
 */
export async function authoriseByT(
  database: Database,
  request: Request,
  parameters: Parameters,
  now: Date,
): Promise<AppAccess> {
  const access = await findByT(database, writeTokenIn(request, parameters), now)
  if (access === null) throw unauthorised()
  noteApp(database, request, access)
  return access
}

/**
 * T proves nothing beside the header and is checked only where it is there: apps leave it empty or send "x" (FeedMe, Fluent
 * Reader, Reeder). @throws SyncRefusal 401
 */
export function checkT(access: AppAccess, request: Request, parameters: Parameters, now: Date): void {
  const writeToken = writeTokenIn(request, parameters)
  if (writeToken === '' || writeToken === 'x') return
  const isOwn =
    mayWriteWith(access, writeToken, now) ||
    tokenIn(request.headers.get('authorization') ?? '') === writeToken
  if (!isOwn) throw unauthorised()
}

/** Without white space around it: most apps send it back with the line break that `/token` ends with. */
function writeTokenIn(request: Request, parameters: Parameters): string {
  return request.method === 'POST' ? (parameters.one('T') ?? '').trim() : ''
}

async function findByT(database: Database, text: string, now: Date): Promise<AppAccess | null> {
  return (await findAppByWriteToken(database, text, now)) ?? findAppByToken(database, text, now)
}

/** Whether a request has the header of a program at all. */
export function showsToken(request: Request): boolean {
  return tokenIn(request.headers.get('authorization') ?? '') !== ''
}

/** Some programs encode the slash that tokens have, as those of FreshRSS do. */
function tokenIn(header: string): string {
  const [, quoted = ''] = /^(?:GoogleLogin\s+auth\s*=|Bearer\s)\s*(.*?)\s*$/i.exec(header) ?? []
  return quoted.replace(/^"(.*)"$/, '$1').replaceAll(/%2f/gi, '/')
}

function unauthorised() {
  return refusal(401, 'Unauthorized', badToken)
}
