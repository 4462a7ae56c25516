import pg from 'pg'
import { listPartedTables, makePart } from './parted-tables.ts'

/** The ids that begin a part of postings, and of which one at least is left: no more are found before an aggregator tends them. */
const idsOfPart = 2n ** 24n
const leastLeft = 2n ** 20n
/** More than one server finds in a second, and more than it finds at once. */
const postingsPerSecond = 250n
const postingsAtOnce = 2n ** 20n
/** An import brings 50,000. */
const sourcesAtOnce = 2 ** 17
const sourcesPerSecond = 0.1

/**
 * Lets a restored server give no id that the server which was backed up gave after the backup: reader apps, open pages and what a device
 * keeps know postings, sources and events by their ids, and would take new ones for those they have.
 */
export async function moveIdsOn(client: pg.Client, takenAt: string): Promise<void> {
  const { rows } = await client.query<{ seconds: string }>(
    'SELECT greatest(0, ceil(extract(epoch FROM clock_timestamp() - $1::timestamptz)))::bigint AS seconds',
    [takenAt],
  )
  const seconds = BigInt(rows[0]?.seconds ?? 0)
  await movePostingsOn(client, seconds)
  await client.query(
    `SELECT setval(q.name, nextval(q.name) + $1::int + ($2::bigint * $3::float8)::int)
     FROM (SELECT pg_get_serial_sequence('source', 'id')::regclass AS name) q`,
    [sourcesAtOnce, seconds, sourcesPerSecond],
  )
  await moveEventsOn(client)
}

/** Into the last part, or into one of its own beyond it, as no id may be given that has no part. */
async function movePostingsOn(client: pg.Client, seconds: bigint): Promise<void> {
  const sequence = `pg_get_serial_sequence('posting', 'id')::regclass`
  const { rows } = await client.query<{ id: string }>(`SELECT nextval(${sequence})::text AS id`)
  const wanted = BigInt(rows[0]?.id ?? 0) + postingsAtOnce + postingsPerSecond * seconds
  const tables = await listPartedTables(client)
  const ends = tables.find(({ name }) => name === 'posting')?.parts.map(({ to }) => BigInt(to)) ?? []
  const end = ends.reduce((latest, each) => (each > latest ? each : latest), 0n)
  const isWithin = wanted + leastLeft <= end
  const first = isWithin || wanted > end ? wanted : end
  if (!isWithin) {
    const bounds = { from: `${first}`, to: `${first + idsOfPart}` }
    await makePart(client, 'posting', { name: `posting_from_${first}`, ...bounds })
  }
  await client.query(`SELECT setval(${sequence}, $1::bigint, false)`, [first])
}

/** These begin with the microseconds since 1970: nobody tells a million a second. */
async function moveEventsOn(client: pg.Client): Promise<void> {
  await client.query(`
    SELECT setval(q.name, greatest(nextval(q.name) + 1000000000000, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint))
    FROM (SELECT pg_get_serial_sequence('event', 'id')::regclass AS name) q`)
}
