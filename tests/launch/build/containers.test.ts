import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from 'yaml'
import { environment } from '#lib/runtime/config-environment.ts'
import { parseConfig } from '#lib/runtime/config.ts'
import { builtFrom } from '#lib/launch/build/build.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { isInImage, readLetThrough } from '#tests/support/run/image.ts'

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.enum(['unless-stopped', 'no']),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  healthcheck: z.record(z.string(), z.unknown()).optional(),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})
const compose = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .loose()
  .parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))

/** The files that Next looks for beside its folders, by its file conventions. */
const conventions = /^(?:instrumentation|instrumentation-client|proxy|middleware|mdx-components)\.[jt]sx?$/

test('the build is of all that Next finds at the top', () => {
  const found = readdirSync('.').filter((name) => conventions.test(name))
  expect(found).toContain('instrumentation.ts')
  expect(builtFrom).toEqual(expect.arrayContaining(found))
})

test('an image has all that the web application is built of, and nothing else of the checkout', () => {
  const wanted = [...new Set(builtFrom.map((source) => source.split('/')[0]))]
  expect(readLetThrough()).toEqual(expect.arrayContaining(wanted))
  const secret = ['.env', '.git', 'data', 'node_modules', 'secrets', 'tests', '.next']
  expect(secret.filter(isInImage)).toEqual([])
})

test('each part starts a file that is in the image', () => {
  const ours = Object.values(compose.services).filter(({ image }) => image === 'skylark')
  const starts = ours.flatMap(({ command }) => command ?? [])
  expect(starts.length).toBeGreaterThan(3)
  expect(starts.filter((file) => !existsSync(file))).toEqual([])
})

test('web and aggregator start when the migrations are applied, and those when the database answers', () => {
  const { services } = compose
  expect(Object.keys(services)).toEqual(['database', 'migrate', 'web', 'aggregator'])
  expect(services['migrate']?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  for (const part of ['web', 'aggregator'])
    expect(services[part]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  expect(services['database']?.image).toMatch(/^postgres:18/)
})

test('web and aggregator may take the memory that they were measured to take', () => {
  const mebibytes = (part: string) => {
    const [, amount, unit] = /^(\d+)([mg])$/.exec(compose.services[part]?.mem_limit ?? '') ?? []
    return Number(amount) * (unit === 'g' ? 1024 : 1)
  }
  // docs/measured.md: with 500 readers, pictures and an import at once; with 100,000 sources, and a fifth for what starts it.
  expect(mebibytes('web')).toBeGreaterThan(943 + 400 + 540)
  expect(mebibytes('aggregator')).toBeGreaterThan(1.2 * 1017)
})

test('PostgreSQL is set as the embedded one, whose arguments are known to go together, and compiles no statement, which that cannot', async () => {
  const { database, stop } = await openTestDatabase()
  const [embedded] = await database.$queryRaw<Record<string, string>[]>`
    SELECT current_setting('max_locks_per_transaction') AS "locks", pg_encoding_to_char("encoding") AS "encoding",
      "datcollate" AS "locale", "datlocale" AS "builtin-locale",
      CASE "datlocprovider" WHEN 'b' THEN 'builtin' ELSE "datlocprovider"::text END AS "locale-provider"
    FROM pg_database WHERE "datname" = current_database()`
  await stop()
  const { locks, ...initialised } = embedded ?? {}
  const { command, environment: set } = compose.services['database'] ?? {}
  expect(command).toEqual(['postgres', '-c', `max_locks_per_transaction=${locks}`, '-c', 'jit=off'])
  const given = set?.['POSTGRES_INITDB_ARGS']?.split(' ').map((word) => word.replace(/^--/, '').split('='))
  expect(Object.fromEntries(given ?? [])).toEqual(initialised)
})

test('secrets come from files that are named, and every variable is one that the configuration knows', () => {
  for (const [name, { environment, secrets, volumes }] of Object.entries(compose.services)) {
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'))
    expect(files.map((file) => file.replace('/run/secrets/', '')).sort(), name).toEqual([...secrets].sort())
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets))
    expect(Object.keys(compose.volumes)).toEqual(
      expect.arrayContaining(volumes.map((volume) => volume.split(':')[0])),
    )
  }
  const names = Object.keys(compose.services['web']?.environment ?? {}).map((name) =>
    name.replace(/_FILE$/, ''),
  )
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !(name in environment.shape))).toEqual([])
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  expect(parseConfig(empty)).toMatchObject({ callbackUrl: null, trustedProxies: [] }) // what compose hands on unset
})
