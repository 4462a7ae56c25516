import type pg from 'pg'

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/**
 * Does something while no foreign key and no trigger is in force, in the transaction under way. Tables point at each other in
 * circles, and rows that are loaded have been through the triggers already. Making the keys again checks every row; it needs
 * no more than the tables' owner may do. What PostgreSQL made for the parts of a table goes and comes with the table's own.
 */
export async function withoutTies(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const keys = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS "name",
       pg_get_constraintdef(oid) AS "definition"
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     ORDER BY conrelid::regclass::text, conname`,
  )
  const triggered = await client.query<{ table: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of keys.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { table } of triggered.rows) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await work()
  for (const { table } of triggered.rows) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys.rows)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}
