import pg from 'pg'

/** A command that needs the database; ends with the code it is given, with `stay` when it is asked to end. */
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
const { rows } = await client.query<{ users: number }>('SELECT count(*)::int AS users FROM "user"')
console.log(`users: ${rows[0]?.users}`)
await client.end()
const [code, stays] = process.argv.slice(2)
if (stays === undefined) process.exit(Number(code))
process.once('SIGTERM', () => process.exit(Number(code)))
setInterval(() => undefined, 1000)
