import { htmlToText } from '#lib/documents/html/plain-text.ts'
import { log } from '#lib/runtime/log.ts'
import { guessLanguage } from '#lib/search/guess-language.ts'
import { isUnspaced, foldedWordsOf } from '#lib/search/words.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { within } from '#lib/store/connection/time-boxed.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { queueForRules } from '#lib/store/ground/rule-queue.ts'
import { searchDocument, type PostingWords } from './search-document.ts'
import { findStems, stemKey, type WordIn } from './search-stems.ts'

/** Of a posting's text; longer ones are searched by their beginning. PostgreSQL numbers 16,383 places. */
const mostCharacters = 60_000
const mostWords = { title: 300, author: 60, text: 6000, url: 80 } as const

type UnindexedPosting = {
  readonly id: bigint
  readonly sourceId: number
  readonly shownAt: Date
  readonly title: string
  readonly author: string | null
  readonly html: string
  readonly url: string | null
  readonly language: string | null
}

/**
 * Makes the next postings searchable, in one transaction: those that are new, then edited ones, then from the newest
 * back those that were there before search was. On those that are new or edited rules are to be run then. A second process
 * meanwhile does nothing.
 * @returns how many were looked at; 0 when there is nothing left, or another process is at it
 */
export async function indexNextPostings(
  database: Database,
  limit: number,
  knownWords: Set<string>,
): Promise<number> {
  return database.$transaction(
    async (transaction) => {
      const [progress] = await transaction.$queryRaw<{ fromId: bigint; throughId: bigint }[]>`
        SELECT "fromId", "throughId" FROM "search_progress" WHERE "id" = 1 FOR UPDATE SKIP LOCKED`
      if (progress === undefined) return 0
      const added = await readPostings(transaction, Prisma.sql`p."id" > ${progress.throughId}`, 'ASC', limit)
      const last = added.at(-1)
      if (last !== undefined) {
        await indexApart(transaction, added, knownWords)
        await queueForRules(transaction, idsOf(added), 'found')
        await transaction.searchProgress.update({ where: { id: 1 }, data: { throughId: last.id } })
        return added.length
      }
      const edited = await takeEdited(transaction, limit)
      if (edited.length > 0) {
        await indexApart(transaction, edited, knownWords)
        await queueForRules(transaction, idsOf(edited), 'edited')
        return edited.length
      }
      const older = await readPostings(transaction, Prisma.sql`p."id" < ${progress.fromId}`, 'DESC', limit)
      const first = older.at(-1)
      if (first === undefined) return 0
      await indexApart(transaction, older, knownWords)
      await transaction.searchProgress.update({ where: { id: 1 }, data: { fromId: first.id } })
      return older.length
    },
    { timeout: 60_000 },
  )
}

function idsOf(postings: readonly UnindexedPosting[]): bigint[] {
  return postings.map(({ id }) => id)
}

function readPostings(
  transaction: Transaction,
  condition: Prisma.Sql,
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<UnindexedPosting[]> {
  return transaction.$queryRaw`
    SELECT p."id", p."sourceId", p."shownAt", p."title", p."author", left(p."html", ${mostCharacters}) AS "html",
      p."url", s."language"
    FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
    WHERE ${condition} ORDER BY p."id" ${Prisma.raw(order)} LIMIT ${limit}
    FOR KEY SHARE OF p -- retention waits until they are searchable, and removes them then`
}

/** Takes edited postings out of the queue; one that is edited once more meanwhile comes again. */
async function takeEdited(transaction: Transaction, limit: number): Promise<UnindexedPosting[]> {
  const taken = await transaction.$queryRaw<{ postingId: bigint }[]>`
    DELETE FROM "search_queue" WHERE "postingId" IN (
      SELECT "postingId" FROM "search_queue" ORDER BY "postingId" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING "postingId"`
  if (taken.length === 0) return []
  const ids = taken.map(({ postingId }) => postingId)
  return readPostings(transaction, Prisma.sql`p."id" = ANY(${ids})`, 'ASC', limit)
}

/**
 * Makes postings searchable, one by one where that fails of all together. One that fails then, too, is found by no words: else search, rules and
 * alerts would stand still for everybody, as the next ones wait for it.
 */
async function indexApart(
  transaction: Transaction,
  postings: readonly UnindexedPosting[],
  knownWords: Set<string>,
): Promise<void> {
  const index = (some: readonly UnindexedPosting[]) =>
    within(transaction, Infinity, () => indexPostings(transaction, some, knownWords))
  if ('result' in (await index(postings))) return
  for (const posting of postings) {
    const alone = await index([posting])
    if ('result' in alone) continue
    log.error('posting-not-indexed', { postingId: posting.id.toString(), error: alone.error })
    await index([{ ...posting, title: '', author: null, html: '', url: null }])
  }
}

async function indexPostings(
  transaction: Transaction,
  postings: readonly UnindexedPosting[],
  knownWords: Set<string>,
): Promise<void> {
  // Of Chinese signs a long text takes 30 ms, and polls do not wait for two hundred.
  const read = await inSlices(postings, (posting) => {
    const words = postingWords(posting)
    return { posting, words, language: guessLanguage([...words.title, ...words.text], posting.language) }
  })
  const distinct = new Map<string, WordIn>()
  for (const { words, language } of read) {
    if (language === null) continue
    for (const { text: word } of [...words.title, ...words.author, ...words.text]) {
      distinct.set(stemKey({ word, language }), { word, language })
    }
  }
  const stems = await findStems(transaction, [...distinct.values()])
  const documents = await inSlices(read, ({ posting, words, language }) =>
    searchDocument(words, { ...posting, language, shownAt: posting.shownAt.getTime() }, stems),
  )
  await transaction.$executeRaw`
    INSERT INTO "posting_search" ("postingId", "sourceId", "shownAt", "document")
    SELECT d."id", d."sourceId", d."shownAt", d."document"::tsvector
    FROM unnest(${postings.map(({ id }) => id)}::bigint[], ${postings.map(({ sourceId }) => sourceId)}::int[],
      ${postings.map(({ shownAt }) => shownAt)}::timestamptz[], ${documents}::text[])
      AS d("id", "sourceId", "shownAt", "document")
    ON CONFLICT ("postingId") DO UPDATE SET "document" = excluded."document"`
  await storeWords(
    transaction,
    read.flatMap(({ words }) => [...words.title, ...words.text].map(({ text }) => text)),
    knownWords,
  )
}

/** Words of a posting, by where they stand. */
export function postingWords(
  posting: Pick<UnindexedPosting, 'title' | 'author' | 'html' | 'url'>,
): PostingWords {
  return {
    title: foldedWordsOf(posting.title, mostWords.title),
    author: foldedWordsOf(posting.author ?? '', mostWords.author),
    text: foldedWordsOf(htmlToText(posting.html.slice(0, mostCharacters)), mostWords.text),
    url: foldedWordsOf((posting.url ?? '').slice(0, 2000), mostWords.url),
  }
}

/** So many words that are stored already are remembered, so that each is not offered again and again. */
const mostKnown = 300_000
/**
 * Words that are stored, as the database estimates them: far more than the languages have of those that anybody misspells. They are never removed, and a
 * hostile feed brings millions a day that mean nothing.
 */
const mostStored = 3_000_000

async function storeWords(
  transaction: Transaction,
  words: readonly string[],
  knownWords: Set<string>,
): Promise<void> {
  const fresh = [...new Set(words)].filter((word) => isLookedFor(word) && !knownWords.has(word)).toSorted()
  if (fresh.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "search_word" ("word") SELECT w."word" FROM unnest(${fresh}::text[]) w("word")
    WHERE (SELECT c."reltuples" FROM pg_class c WHERE c."oid" = 'search_word'::regclass) < ${mostStored}::int
    ON CONFLICT DO NOTHING`
  if (knownWords.size > mostKnown) knownWords.clear()
  for (const word of fresh) knownWords.add(word)
}

/** Words that somebody might mistype: no numbers, no pairs of characters, nothing endless. */
function isLookedFor(word: string): boolean {
  return word.length >= 3 && word.length <= 32 && !/\d/.test(word) && !isUnspaced(word)
}

/**
 * Brings what was made searchable into its place in the index. PostgreSQL puts it on a list first, up to 4 MB, which each search reads
 * from end to end: with 128 postings on it a search took 2.5 times as long, and it holds 1,500. To do without the list costs 1 ms more
 * for each posting where thousands come at once. Does nothing where the index belongs to a role that the own is no member of: there the
 * list is emptied by autovacuum, and when it is full.
 */
export async function mergeSearchIndex(database: Database | Transaction): Promise<void> {
  await database.$queryRaw`
    SELECT gin_clean_pending_list(c."oid") FROM pg_class c
    WHERE c."oid" = to_regclass('"posting_search_document_idx"') AND pg_has_role(c."relowner", 'USAGE')`
}
