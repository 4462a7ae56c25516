import { appTokenOf, signInApp } from '#lib/auth/requests/app-passwords.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { accountKey, pauseOfGuess, takeBackGuess } from '#lib/auth/identity/pause-of-guess.ts'
import { recordRefusedApp } from '#lib/auth/requests/refused-app.ts'
import { touchApiToken } from '#lib/store/accounts/api-tokens.ts'
import { countAttempt, takeBackAttempt } from '#lib/store/accounts/attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { SyncDoors } from '#lib/sync/doors.ts'
import type { Parameters } from '#lib/sync/parameters.ts'
import { dataAnswer, plain, refusal } from '#lib/sync/sync-answer.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** As on the web: wrong attempts per address, at however many accounts. */
const attempts = { max: 20, windowMs: MINUTE_MS } as const

/** Signs an app in by e-mail or name and an app password; the account's own password opens nothing here. */
export async function clientLogin(
  request: Request,
  parameters: Parameters,
  doors: SyncDoors,
): Promise<Response> {
  const database = doors.database()
  const now = new Date(doors.now())
  const login = emailOf(parameters.one('Email') ?? '')
  const counter = `app ${accountKey(login)}`
  const address = `app address ${addressGroup(request.headers)}`
  await refuseGuessing(database, address, attempts)
  if ((await pauseOfGuess(database, counter, request.headers)) > 0) throw tooMany(MINUTE_MS)
  const password = parameters.one('Passwd') ?? ''
  const access = await signInApp(database, login, password, now)
  if (access === null) {
    recordRefusedApp(database, request, login, password)
    return plain('Error=BadAuthentication\n', 401)
  }
  await takeBackGuess(database, counter, request.headers)
  await takeBackAttempt(database, address)
  // Rare, unlike other uses: the settings say at once that a program got in, even if one was refused a moment before.
  await touchApiToken(database, access.token.tokenId, now, now)
  const token = appTokenOf(access)
  const isData = ['json', 'xml'].includes(parameters.one('output') ?? '')
  if (isData) return dataAnswer({ SID: token, LSID: token, Auth: token }, parameters.one('output'))
  return plain(`SID=${token}\nLSID=${token}\nAuth=${token}\n`)
}

/** A program that leaves the plus of an address as it is means no space by it: addresses have none. */
function emailOf(login: string): string {
  return /^[^@\s][^@]*[^@\s]@[^@\s]+$/.test(login) ? login.replaceAll(' ', '+') : login
}

/**
 * Counts a wrong sign-in of a program that sends its password with each request, apart from those of `clientLogin`: one whose app password
 * ended goes on sending it, and would keep out whoever signs in rightly there. A right one is not counted first, as there: such a program
 * sends dozens at once.
 * @throws SyncRefusal 429 when it is one too many
 */
export async function countWrongSignIn(
  database: Database,
  request: Request,
  login: string,
  password: string,
): Promise<void> {
  await refuseGuessing(database, `basic address ${addressGroup(request.headers)}`, attempts)
  const pauseMs = await pauseOfGuess(database, `basic ${accountKey(login)}`, request.headers)
  if (pauseMs > 0) throw tooMany(MINUTE_MS)
  recordRefusedApp(database, request, login, password)
}

/** Counts an attempt. @throws SyncRefusal 429 when it is one too many; by the machine's time, as everywhere */
export async function refuseGuessing(
  database: Database,
  key: string,
  limit: { readonly max: number; readonly windowMs: number },
): Promise<void> {
  if (await countAttempt(database, key, limit, Date.now())) return
  throw tooMany(limit.windowMs)
}

function tooMany(windowMs: number) {
  return refusal(429, 'Too Many Requests', { 'retry-after': String(windowMs / 1000) })
}
