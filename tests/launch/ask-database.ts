import pg from 'pg'

/** A command that needs the database; ends with the code it is given. */
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
const { rows } = await client.query<{ users: number }>('SELECT count(*)::int AS users FROM "user"')
console.log(`users: ${rows[0]?.users}`)
await client.end()
process.exit(Number(process.argv[2]))
