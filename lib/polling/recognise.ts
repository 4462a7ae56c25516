import { matchPostings } from '#lib/documents/identity/match-postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { listLatestPostings, type KnownPosting } from '#lib/store/postings/known-postings.ts'
import { knowByKey } from './know-by-key.ts'
import type { Arrived } from './posting-text.ts'

/** An entry of a document, and the posting that it is; null: a new one. */
export type Recognised = {
  /** As it came, under the key that is its own. */
  readonly arrived: Arrived
  readonly stored: KnownPosting | null
  /** The key is not one the posting was known by. */
  readonly isAlias: boolean
}

/** Stored postings that entries without a known key are compared with: some windows. */
const leastCompared = 100
const windowsCompared = 2
/** Comparing texts costs some 20 µs a pair; longer documents are read, but only so much of them is compared. */
const mostCompared = 1_000

/**
 * Tells which entries of a document are stored already, whatever their publisher did to them: by key; where a key is not
 * known, by what else stayed (`matchPostings`). An entry under the key of an evidently different posting is a new one. Those that
 * retention removed are told apart.
 */
export async function recognise(
  { database }: { readonly database: Database | Transaction },
  source: { readonly id: number; readonly lastSuccessAt: number | null },
  entries: readonly Arrived[],
  siteUrl: string | null,
): Promise<{
  readonly recognised: readonly Recognised[]
  readonly forgotten: readonly Arrived[]
  readonly oldestKnownAt: number | null
}> {
  // Before the first document nothing is stored.
  const byKey =
    source.lastSuccessAt === null
      ? { entries, known: new Map<string, KnownPosting>(), forgotten: [] }
      : await knowByKey(database, source.id, entries, siteUrl)
  const { entries: keyed, known, forgotten } = byKey
  const unknown = keyed.filter(({ key }) => !known.has(key))
  const isCompared = unknown.length > 0 && source.lastSuccessAt !== null
  const limit = Math.min(mostCompared, Math.max(leastCompared, windowsCompared * entries.length))
  const latest = isCompared ? await listLatestPostings(database, source.id, limit) : []
  const taken = new Set(keyed.map(({ key }) => known.get(key)?.id))
  const candidates = latest.filter(({ id }) => !taken.has(id))
  // In a first document there is nothing to find again; to prepare for it took a tenth of its time here.
  const matches =
    candidates.length === 0
      ? new Map<Arrived, KnownPosting>()
      : matchPostings(unknown.slice(0, mostCompared), candidates, {
          isAllUnknown: unknown.length === entries.length,
          polledAt: source.lastSuccessAt,
        })
  return {
    recognised: keyed.map((arrived) => {
      const match = matches.get(arrived)
      return { arrived, stored: known.get(arrived.key) ?? match ?? null, isAlias: match !== undefined }
    }),
    forgotten,
    oldestKnownAt: latest.length === 0 ? null : Math.min(...latest.map(({ credibleAt }) => credibleAt)),
  }
}
