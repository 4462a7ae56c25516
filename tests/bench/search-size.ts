import type pg from 'pg'
import { tellClaim } from './claims.ts'

/** Tells what the search documents of all postings take, with their indexes: the fewer postings, the more of the words are new. */
export async function tellSearchSize(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number; bytes: string; bare: string }>(
    `SELECT (SELECT count(*)::int FROM "posting_search") AS "count", pg_total_relation_size('posting_search') AS "bytes",
      (SELECT sum(octet_length("title" || "html")) FROM "posting") AS "bare"`,
  )
  const { count = 0, bytes, bare } = rows[0] ?? {}
  const gigabytes = (all: string | undefined) => Number(all) / count / 1000
  const value = gigabytes(bytes)
  console.log(`search documents: ${value.toFixed(2)} GB a million, measured on ${count.toLocaleString('en')}`)
  tellClaim({
    what: `search documents, of ${count.toLocaleString('en')} postings`,
    value,
    unit: 'GB a million',
    bare: { what: 'titles and texts', value: gigabytes(bare) },
  })
}
