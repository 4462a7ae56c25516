import { createHash } from 'node:crypto'
import { pauseOfAttempt, takeBackAttempt } from '#lib/store/accounts/attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'

const windowMs = 60_000
/**
 * Guesses at the password of an account in a minute. Few from one address, so that whoever guesses there keeps out nobody who comes
 * from another; ten times as many from all, so that whoever has many addresses is bounded, too.
 */
const limits = { address: { max: 10, windowMs }, all: { max: 100, windowMs } } as const

/**
 * Counts a guess at what `account` names. 0, or, when it is one too many, how many milliseconds to wait. What is refused to an
 * address counts for no other: else one address would use up what all have.
 */
export async function pauseOfGuess(database: Database, account: string, headers: Headers): Promise<number> {
  const now = Date.now()
  const pauseMs = await pauseOfAttempt(database, fromAddress(account, headers), limits.address, now)
  return pauseMs > 0 ? pauseMs : pauseOfAttempt(database, account, limits.all, now)
}

/** To compare one takes 60 ms of a processor and 32 MB, right or wrong. No browser asks so often. */
const mostCompared = { max: 120, windowMs } as const

/** As `pauseOfGuess`, before a password is compared with what is stored: right ones from one address are few in a minute, too. */
export async function pauseOfPassword(
  database: Database,
  account: string,
  headers: Headers,
): Promise<number> {
  const key = `passwords|${fromAddress(account, headers)}`
  const pauseMs = await pauseOfAttempt(database, key, mostCompared, Date.now())
  return pauseMs > 0 ? pauseMs : pauseOfGuess(database, account, headers)
}

/** After a right password, which was no guess. Those of others stay counted: an app that signs in often would help whoever guesses. */
export async function takeBackGuess(database: Database, account: string, headers: Headers): Promise<void> {
  await takeBackAttempt(database, fromAddress(account, headers))
  await takeBackAttempt(database, account)
}

function fromAddress(account: string, headers: Headers): string {
  return `${account}|${addressGroup(headers)}`
}

/** By what was typed. Hashed, so that mistyped addresses (or passwords in the wrong field) do not stay in the database. */
export function accountKey(email: string): string {
  return `account|${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}

/** Of who is signed in and gives the password again: no stranger can use these guesses up by signing in. */
export function ownKey(subscriberId: string): string {
  return `own-password|${subscriberId}`
}
