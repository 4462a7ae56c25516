import type { Database } from '#lib/store/connection/database.ts'

type Key = { readonly table: string; readonly column: string; readonly of: string; readonly name: string }

/** Columns that say whose a row is. */
const owners = ['subscriberId', 'userId', 'archiveOwnerId']

/** Tables, each with the expressions of its rows `t` that tell an owner: a column, or that of a row which it points to. */
async function ownerExpressions(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await database.$queryRaw<{ table: string; column: string }[]>`
    SELECT c."relname" AS "table", a."attname" AS "column" FROM pg_class c JOIN pg_namespace n ON n."oid" = c."relnamespace"
    JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE n."nspname" = 'public' AND c."relkind" IN ('r', 'p') AND NOT c."relispartition"`
  const keys = await database.$queryRaw<Key[]>`
    SELECT own."relname" AS "table", a."attname" AS "column", other."relname" AS "of", b."attname" AS "name"
    FROM pg_constraint k JOIN pg_class own ON own."oid" = k."conrelid" JOIN pg_class other ON other."oid" = k."confrelid"
    JOIN pg_attribute a ON a."attrelid" = own."oid" AND a."attnum" = k."conkey"[1]
    JOIN pg_attribute b ON b."attrelid" = other."oid" AND b."attnum" = k."confkey"[1]
    WHERE k."contype" = 'f' AND array_length(k."conkey", 1) = 1 AND NOT own."relispartition" AND NOT other."relispartition"`
  const direct = new Map(
    columns.flatMap(({ table, column }) => (owners.includes(column) ? [[table, column] as const] : [])),
  )
  const expressions = new Map<string, string[]>()
  const add = (table: string, expression: string) =>
    expressions.set(table, [...(expressions.get(table) ?? []), expression])
  for (const [table, column] of direct) add(table, `t."${column}"`)
  for (const { table, column, of, name } of keys) {
    const owner = direct.get(of)
    if (owner !== undefined)
      add(table, `(SELECT o."${owner}" FROM "${of}" o WHERE o."${name}" = t."${column}")`)
  }
  return expressions
}

/** A hash of everything that belongs to an account, by table. */
export async function digestOwned(
  database: Database,
  accountId: string,
): Promise<Readonly<Record<string, string>>> {
  const each = [...(await ownerExpressions(database))].map(
    ([table, expressions]) => `SELECT '${table}' AS "name", count(*) || ' ' ||
      coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS "digest" FROM "${table}" t
      WHERE $1 IN (${expressions.join(', ')})`,
  )
  const rows = await database.$queryRawUnsafe<{ name: string; digest: string }[]>(
    each.join(' UNION ALL '),
    accountId,
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Rows that tie things of two accounts together. There must be none. */
export async function listMixed(database: Database): Promise<string[]> {
  const each = [...(await ownerExpressions(database))].flatMap(([table, expressions]) =>
    expressions.length < 2
      ? []
      : [
          `SELECT '${table} ' || t::text AS "row" FROM "${table}" t
           WHERE (SELECT count(DISTINCT owner) FROM unnest(ARRAY[${expressions.join(', ')}]) owner) > 1`,
        ],
  )
  const told = `SELECT 'alert ' || t::text FROM "alert" t JOIN "alert_channel" c ON c."id" = ANY(t."channelIds")
    WHERE c."subscriberId" <> t."subscriberId"` // a list, which no key of the database guards
  const rows = await database.$queryRawUnsafe<{ row: string }[]>([...each, told].join(' UNION ALL '))
  return rows.map(({ row }) => row)
}
