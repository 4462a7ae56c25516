import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listMigrations, toMigrationList, type Migration } from './migration-folder.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { withSchemaEngine } from './schema-engine.ts'

const schemaFile = path.join(projectRoot, 'prisma/schema.prisma')

/**
 * The SQL that leads from the migrations to prisma/schema.prisma; null when they agree. The migrations are replayed
 * in a database of their own, so the user of `databaseUrl` must be allowed to create one.
 */
export async function diffMigrationsToSchema(
  databaseUrl: string,
  migrations?: readonly Migration[],
): Promise<string | null> {
  const from = toMigrationList(migrations ?? (await listMigrations()))
  const schema = { path: schemaFile, content: await readFile(schemaFile, 'utf8') }
  const { exitCode, stdout } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...from },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return exitCode === 0 ? null : (stdout ?? '')
}
