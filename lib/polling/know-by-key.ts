import { isAnotherPosting, isHomePage } from '#lib/documents/identity/match-postings.ts'
import { separateKey } from '#lib/documents/identity/posting-identity.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findForgotten, hashesOf, type ForgottenPosting } from '#lib/store/postings/forgotten-postings.ts'
import { findKnownPostings, type KnownPosting } from '#lib/store/postings/known-postings.ts'
import type { Arrived } from './posting-text.ts'

/** The entries of a document under the keys that are their own. */
type ByKey = {
  /** Those that are not forgotten. */
  readonly entries: readonly Arrived[]
  readonly known: ReadonlyMap<string, KnownPosting>
  /** Postings that retention removed: neither new nor to be edited. */
  readonly forgotten: readonly Arrived[]
}

/**
 * Looks entries up by their keys, among what is stored and what was removed. An entry under the key of an evidently different posting
 * gets a key of its own.
 */
export async function knowByKey(
  database: Database | Transaction,
  sourceId: number,
  entries: readonly Arrived[],
  siteUrl: string | null,
): Promise<ByKey> {
  const known = new Map<string, KnownPosting>()
  const past = new Map<string, ForgottenPosting>()
  const lookUp = async (keys: readonly string[]) => {
    for (const [key, stored] of await findKnownPostings(database, sourceId, keys)) known.set(key, stored)
    const unknown = keys.filter((key) => !known.has(key))
    for (const [key, one] of await findForgotten(database, sourceId, unknown)) past.set(key, one)
  }
  await lookUp(entries.map(({ key }) => key))
  const isAnother = (arrived: Arrived): boolean => {
    const stored = known.get(arrived.key)
    const one = past.get(arrived.key)
    if (stored !== undefined) return isAnotherPosting(arrived, stored, siteUrl)
    return one !== undefined && isAnotherThanForgotten(arrived, one, siteUrl)
  }
  const separated = new Set(entries.filter(isAnother))
  const keyed = entries.map((arrived) =>
    separated.has(arrived) ? { ...arrived, key: separateKey(arrived.entry) } : arrived,
  )
  const isNamed = ({ key }: Arrived) => known.has(key) || past.has(key)
  if (separated.size > 0) await lookUp(keyed.filter((one) => !isNamed(one)).map(({ key }) => key))
  const isForgotten = ({ key }: Arrived) => !known.has(key) && past.has(key)
  return {
    entries: keyed.filter((one) => !isForgotten(one)),
    known,
    forgotten: keyed.filter(isForgotten),
  }
}

/** `isAnotherPosting` by what is left: an entry that shares title, time or address with what was removed is that. */
function isAnotherThanForgotten(entry: Arrived, past: ForgottenPosting, siteUrl: string | null): boolean {
  if (entry.title === '' && entry.excerpt === '') return false
  const { titleHash, urlHash, claimedHash } = hashesOf(entry)
  if (entry.title !== '' && titleHash === past.titleHash) return false
  if (claimedHash !== null && claimedHash === past.claimedHash) return false
  return entry.url === null || urlHash !== past.urlHash || isHomePage(entry.url, siteUrl)
}
