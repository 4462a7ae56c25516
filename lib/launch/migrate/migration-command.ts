import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { diffMigrationsToSchema } from './migration-diff.ts'
import { listMigrations, migrationsFolder } from './migration-folder.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'

/** `npm run migration -- NAME`: writes the migration that leads from those there are to prisma/schema.prisma. */
await runCommand(async (config, signal) => {
  const name = process.argv[2]
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new LaunchError('Usage: npm run migration -- name_in_small_letters')
  }
  const sql = await withCommandDatabase({ config, signal }, ({ url }) => diffMigrationsToSchema(url))
  if (sql === null) {
    console.log('The migrations already lead to prisma/schema.prisma.')
    return 0
  }
  const last = Number((await listMigrations()).at(-1)?.name.slice(0, 4) ?? 0)
  const folder = path.join(migrationsFolder, `${String(last + 1).padStart(4, '0')}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'migration.sql'), sql)
  console.log(`Written: ${path.relative('.', folder)}/migration.sql. Read it before you commit it.`)
  return 0
})
