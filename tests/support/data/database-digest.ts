import type { Database } from '#lib/store/connection/database.ts'

/** The number of rows of every table, and a hash of them: where two of these are equal, nothing was changed. */
export async function digestTables(database: Database): Promise<Readonly<Record<string, string>>> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT c."relname" AS "name" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS "name", count(*) || ' ' ||
      coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS "digest" FROM "${name}" t`,
  )
  const rows = await database.$queryRawUnsafe<{ name: string; digest: string }[]>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
