import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { restoreBackup } from '#lib/backup/restore-backup.ts'
import { writeBackup } from '#lib/backup/write-backup.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/servers/database.ts'
import { startTestServer } from '#tests/support/servers/database-server.ts'
import { withClient } from '#tests/support/data/filled-tables.ts'
import { measurePeak } from '#tests/support/measure/measured-memory.ts'
import { fillPostings } from '#tests/support/data/many-postings.ts'
import { atMost, tellClaim } from './claims.ts'

/** `npm run bench -- backup [ROWS]`: what backing up and restoring so many postings costs; fails where memory grows. */
const rows = Number(process.argv[2] ?? 1_000_000)
const mostMegabytes = 150

const server = await startTestServer()
const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
try {
  const file = path.join(folder, 'backup')
  const source = await createTestDatabase(server.url)
  const target = await createEmptyDatabase(server.url)
  await fillPostings(source.url, rows)
  const options = { secrets: {}, version: '0.1.0', takenAt: new Date(), signal: new AbortController().signal }
  const backup = await measurePeak(() => writeBackup({ databaseUrl: source.url, file, ...options }))
  const restore = await measurePeak(() => restoreBackup(target.url, file))
  const megabytes = statSync(file).size / 1e6
  const line = (name: string, { seconds, grownMb }: typeof backup) =>
    `${name}: ${seconds.toFixed(1)} s, ${((seconds * 1e6) / rows).toFixed(1)} s per million postings, memory grew by ${grownMb.toFixed(0)} MB`
  console.log(`${rows} postings, file of ${megabytes.toFixed(1)} MB`)
  console.log(line('backup', backup))
  console.log(line('restore', restore))
  const ask = async (sql: string) =>
    (await measurePeak(() => withClient(source.url, (client) => client.query(sql)))).seconds
  const copy = `COPY (SELECT * FROM "posting") TO '/dev/null'`
  tellClaim({
    what: `backup of ${rows.toLocaleString('en')} postings`,
    value: backup.seconds,
    unit: 's',
    bare: { what: 'COPY of the postings to nowhere', value: await ask(copy) },
  })
  const { rows: sizes } = await withClient(source.url, (client) =>
    client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS "bytes"'),
  )
  const table = 'CREATE TABLE "bare" AS SELECT * FROM "posting"'
  tellClaim({
    what: 'restored',
    value: restore.seconds,
    unit: 's',
    bare: { what: 'a table of them without indexes', value: await ask(table) },
  })
  tellClaim({
    what: 'the file',
    value: megabytes,
    unit: 'MB',
    bare: { what: 'the database on disk', value: Number(sizes[0]?.bytes) / 1e6 },
  })
  for (const [what, { grownMb }] of Object.entries({ 'to back up': backup, 'to restore': restore }))
    tellClaim({
      what: `memory that it takes ${what}`,
      value: grownMb,
      unit: 'MB',
      bare: { what: 'the file', value: megabytes },
      goal: atMost(grownMb, mostMegabytes, 'MB'),
    })
  if (Math.max(backup.grownMb, restore.grownMb) > mostMegabytes) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
