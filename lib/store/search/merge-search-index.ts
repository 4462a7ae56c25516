import type { Database, Transaction } from '#lib/store/connection/database.ts'

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
