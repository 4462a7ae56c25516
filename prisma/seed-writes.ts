import type pg from 'pg'
import { UserError } from '#lib/auth/accounts/manage-users.ts'
import { makeName } from './seed-plan.ts'
import type { SeedPosting, SeedSource } from './seed-rows.ts'
import { pick, type SeedLanguage } from './seed-texts.ts'

/** Nobody's postings are mixed with made-up ones unless that is asked for. @throws UserError */
export async function refuseFilled(client: pg.Client, force: boolean): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('SELECT EXISTS (SELECT 1 FROM "source") AS filled')
  if (rows[0]?.filled === true && !force)
    throw new UserError('This database has sources already: --force adds made-up ones to them.')
}

/** Keeps others from writing sources and from reading and writing postings until the transaction ends. */
export async function lockTables(client: pg.Client): Promise<void> {
  await client.query('LOCK TABLE "source" IN EXCLUSIVE MODE')
  await client.query('LOCK TABLE "posting", "posting_alias", "posting_search" IN ACCESS EXCLUSIVE MODE')
}

export async function firstFreeId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT coalesce(max("id"), 0) + 1 AS id FROM "posting"',
  )
  return Number(rows[0]?.id ?? 1)
}

/** Sources of languages by their shares. They are looked at in a month: their hosts do not exist. */
export async function makeSources(
  client: pg.Client,
  options: {
    readonly count: number
    readonly languages: readonly SeedLanguage[]
    readonly random: () => number
    readonly now: number
  },
): Promise<SeedSource[]> {
  const { count, languages, random, now } = options
  const run = now.toString(36)
  const made = Array.from({ length: count }, (_, index) => {
    const language = drawLanguage(languages, random)
    return { host: `s${index + 1}.${run}.example`, language, title: makeName(language.words, random) }
  })
  const hosts = made.map(({ host }) => host)
  await client.query('INSERT INTO "host" ("name") SELECT unnest($1::text[])', [hosts])
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "source" ("url", "siteUrl", "title", "language", "hostName", "createdAt", "firstPolledAt", "lastPolledAt",
       "lastSuccessAt", "lastChangedAt", "lastOutcome", "lastHttpStatus", "windowSize", "nextPollAt", "nextPollReason")
     SELECT 'https://' || m.host || '/feed', 'https://' || m.host || '/', m.title, m.language, m.host, $4::timestamptz,
       $4, $4, $4, $4, 'fetched', 200, 20, $4::timestamptz + interval '30 days',
       '{"code": "subscribed", "values": {}}'::jsonb
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS m(host, title, language, at) ORDER BY at
     RETURNING "id"`,
    [hosts, made.map(({ title }) => title), made.map(({ language }) => language.code), new Date(now)],
  )
  return made.map(({ host, language }, index) => ({ id: rows[index]?.id ?? 0, host, language }))
}

function drawLanguage(languages: readonly SeedLanguage[], random: () => number): SeedLanguage {
  let left = random()
  return languages.find(({ share }) => (left -= share) < 0) ?? pick(languages, random)
}

/** Stores postings and what they are searched by. */
export async function storePostings(client: pg.Client, rows: readonly SeedPosting[]): Promise<void> {
  const column = <K extends keyof SeedPosting>(name: K) => rows.map((row) => row[name])
  const [ids, sourceIds, shownAt] = [column('id'), column('sourceId'), column('shownAt')]
  await client.query(
    `INSERT INTO "posting" ("id", "sourceId", "key", "guid", "shownAt", "foundAt", "publishedAt", "claimedAt", "title",
       "author", "url", "html", "excerpt", "contentHash", "isInitial")
     SELECT id, source_id, 'guid:' || url, url, shown_at, shown_at, published_at, published_at, title, author, url, html,
       excerpt, hash, false
     FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[]) AS p(id, source_id, shown_at, published_at, title, author, url, html, excerpt, hash)`,
    [
      ...[ids, sourceIds, shownAt, column('publishedAt'), column('title'), column('author'), column('url')],
      ...[column('html'), column('excerpt'), column('contentHash')],
    ],
  )
  await client.query(
    `INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId")
     SELECT source_id, 'guid:' || url, shown_at, id
     FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[]) AS p(id, source_id, shown_at, url)`,
    [ids, sourceIds, shownAt, column('url')],
  )
  await client.query(
    `INSERT INTO "posting_search" ("postingId", "sourceId", "shownAt", "document")
     SELECT id, source_id, shown_at, document::tsvector
     FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[]) AS p(id, source_id, shown_at, document)`,
    [ids, sourceIds, shownAt, column('document')],
  )
}

/** Subscribes to the first sources, in 20 folders, with read marks that leave so many of each unread. */
export async function subscribeAll(
  client: pg.Client,
  userId: string,
  sources: readonly SeedSource[],
  idsBySource: readonly (readonly number[])[],
  unread: readonly number[],
): Promise<void> {
  await client.query(
    `INSERT INTO "folder" ("name", "position", "subscriberId") SELECT 'Folder ' || n, n, $1 FROM generate_series(1, 20) n
     ON CONFLICT DO NOTHING`,
    [userId],
  )
  const marks = idsBySource.map((ids, index) => ids[ids.length - 1 - (unread[index] ?? 0)] ?? 0)
  await client.query(
    `INSERT INTO "subscription" ("subscriberId", "sourceId", "readThrough", "folderId")
     SELECT $1, m.source_id, m.mark, (SELECT "id" FROM "folder" WHERE "subscriberId" = $1 AND "name" = 'Folder ' || (1 + m.at % 20))
     FROM unnest($2::int[], $3::bigint[]) WITH ORDINALITY AS m(source_id, mark, at)`,
    [userId, sources.slice(0, idsBySource.length).map(({ id }) => id), marks],
  )
}

/** Says to all who look for new postings that these are known, and to the planner what there is. */
export async function finish(client: pg.Client, words: readonly string[]): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence('"posting"', 'id'), greatest(1, (SELECT max("id") FROM "posting")))`,
  )
  await client.query(
    `UPDATE "search_progress" SET "fromId" = 1, "throughId" = coalesce((SELECT max("id") FROM "posting"), 0)`,
  )
  await client.query(
    `INSERT INTO "clustering_progress" ("id", "throughId") SELECT 1, coalesce(max("id"), 0) FROM "posting"
     ON CONFLICT ("id") DO UPDATE SET "throughId" = excluded."throughId"`,
  )
  await client.query(
    'INSERT INTO "search_word" ("word") SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [words.filter((word) => word.length >= 3)],
  )
}
