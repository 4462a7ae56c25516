import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { restoreBackup } from '#lib/backup/restore-backup.ts'
import { writeBackup } from '#lib/backup/write-backup.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/servers/database.ts'
import { fillPostings } from '#tests/support/data/many-postings.ts'
import { measurePeak } from '#tests/support/measure/measured-memory.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

/** `npm run bench -- backup` does the same with a million. Of fewer, all would be less than what is let pass. */
const postings = 100_000

testByNight('backing up and restoring takes no more memory than a few parts of it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-memory-'))
  const file = path.join(folder, 'backup')
  const source = await createTestDatabase()
  const target = await createEmptyDatabase()
  await fillPostings(source.url, postings)
  const options = { secrets: {}, version: '1.0', takenAt: new Date(0), signal: new AbortController().signal }
  const backup = await measurePeak(() => writeBackup({ databaseUrl: source.url, file, ...options }))
  const restore = await measurePeak(() => restoreBackup(target.url, file))
  expect(statSync(file).size).toBeGreaterThan(800 * postings)
  expect(backup.grownMb).toBeLessThan(120)
  expect(restore.grownMb).toBeLessThan(120)
  await Promise.all([source.drop(), target.drop()])
  rmSync(folder, { recursive: true, force: true })
})
