import pg from 'pg'
import { partedSchema, type Manifest } from './backup-format.ts'

type PartedTable = Manifest['parted'][number]
type Part = PartedTable['parts'][number]

/** The tables that are kept in parts by their ids (lib/store/partitions/partitions.ts), with the bounds of the parts, by name. */
export async function listPartedTables(client: pg.Client): Promise<Manifest['parted']> {
  const { rows } = await client.query(
    `SELECT t.relname AS name, coalesce(json_agg(
         json_build_object('name', c.relname, 'from', bound[1], 'to', bound[2]) ORDER BY c.relname
       ) FILTER (WHERE c.oid IS NOT NULL), '[]') AS parts
     FROM pg_class t
       LEFT JOIN pg_inherits i ON i.inhparent = t.oid
       LEFT JOIN pg_class c ON c.oid = i.inhrelid
       LEFT JOIN regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''?(\\w+)''?\\) TO \\(''?(\\w+)''?\\)') bound ON true
     WHERE t.relkind = 'p' AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
     GROUP BY t.relname ORDER BY t.relname`,
  )
  return partedSchema.parse(rows)
}

/** Gives empty tables the parts that their rows were in. Migrations make a first part, whose end may be another by now. */
export async function makeParts(client: pg.Client, wanted: Manifest['parted']): Promise<void> {
  const present = await listPartedTables(client)
  for (const { name, parts } of wanted) {
    const made = present.find((table) => table.name === name)?.parts ?? []
    const isIn = (list: readonly Part[], part: Part) => list.some((other) => isSame(part, other))
    for (const part of made.filter((each) => !isIn(parts, each)))
      await client.query(`DROP TABLE ${pg.escapeIdentifier(part.name)}`)
    for (const part of parts.filter((each) => !isIn(made, each))) await makePart(client, name, part)
  }
}

function isSame(one: Part, other: Part): boolean {
  return one.name === other.name && one.from === other.from && one.to === other.to
}

/** Makes a part of a table; `from` and `to` as SQL says them. */
export async function makePart(client: pg.Client, table: string, { name, from, to }: Part): Promise<void> {
  const whole = pg.escapeIdentifier(table)
  const part = pg.escapeIdentifier(name)
  await client.query(`CREATE TABLE ${part} PARTITION OF ${whole} FOR VALUES FROM (${from}) TO (${to})`)
}
