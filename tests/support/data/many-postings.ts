import { withClient } from './filled-tables.ts'

/** Postings of one source, made by the server alone: 2 kB of text each that hardly packs. */
export async function fillPostings(url: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`INSERT INTO "host" ("name") VALUES ('many.example')`)
    await client.query(
      `INSERT INTO "source" ("id", "url", "hostName") VALUES (1, 'https://many.example/feed', 'many.example')`,
    )
    await client.query(
      `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
       SELECT n::text, 'Posting ' || n, (SELECT string_agg(md5(concat(n, m)), ' ') FROM generate_series(1, 60) m), '',
         md5(n::text), now(), false, now(), 1
       FROM generate_series(1, $1::int) n`,
      [rows],
    )
  })
}
