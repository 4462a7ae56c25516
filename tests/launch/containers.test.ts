import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '#lib/config.ts'
import { builtFrom } from '#lib/launch/build.ts'
import { readLetThrough, readStages } from '#tests/support/image.ts'
import { parsePlainYaml } from '#tests/support/plain-yaml.ts'

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  read_only: z.literal('true'),
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
  .parse(parsePlainYaml(readFileSync('compose.yaml', 'utf8')))
const stages = readStages()
const last = stages.at(-1) ?? []
const textOf = (name: string) => last.filter((step) => step.name === name).map(({ text }) => text)

/** What Next looks for beside its folders, by its file conventions. */
const conventions = /^(?:instrumentation|instrumentation-client|proxy|middleware|mdx-components)\.[jt]sx?$/

test('the build is of all that Next finds at the top', () => {
  const found = readdirSync('.').filter((name) => conventions.test(name))
  expect(found).toContain('instrumentation.ts')
  expect(builtFrom).toEqual(expect.arrayContaining(found))
})

test('an image has all that the web application is built of, and nothing else of the checkout', () => {
  const names = readLetThrough()
  const wanted = [...new Set(builtFrom.map((source) => source.split('/')[0]))]
  expect(names).toEqual(expect.arrayContaining(wanted))
  const secret = ['.env', '.git', 'data', 'node_modules', 'secrets', 'tests', '.next']
  expect(names.filter((name) => secret.includes(name))).toEqual([])
})

test('the image runs as no root, in stages, on any processor, and says how it is asked and stopped', () => {
  expect(stages).toHaveLength(2)
  expect(new Set(stages.map(([from]) => from?.text.split(' ')[0]))).toEqual(new Set(['node:24-trixie-slim']))
  expect(textOf('USER')).toEqual(['node'])
  expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/amd64|arm64|x86|x64|aarch|--platform/)
  expect(stages[0]?.map(({ text }) => text)).toContain('npm ci --omit=dev --no-audit --no-fund')
  expect(textOf('VOLUME')).toEqual(['/data'])
  expect(textOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(textOf('HEALTHCHECK')[0]).toContain('/healthz')
  expect(textOf('COPY')).toEqual(['--from=build /skylark .']) // no --chown: the program cannot change itself
})

test('each part starts a file that is in the image', () => {
  const ours = Object.values(compose.services).filter(({ image }) => image === 'skylark')
  const starts = ours.flatMap(({ command }) => command ?? [])
  const [, , node = '', ...more] = JSON.parse(textOf('ENTRYPOINT')[0] ?? '[]') as string[]
  expect([node, ...more]).toEqual(['node_modules/.bin/node']) // no launcher stays before it
  const files = [...starts, node, ...(JSON.parse(textOf('CMD')[0] ?? '[]') as string[])]
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
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
  // README: with 500 readers, pictures and an import at once; with 100,000 sources, and a fifth for what starts it.
  expect(mebibytes('web')).toBeGreaterThan(943 + 400 + 540)
  expect(mebibytes('aggregator')).toBeGreaterThan(1.2 * 1017)
})

test('PostgreSQL has room for the locks of tables in parts, as the embedded one has, and compiles no statement, which that cannot', () => {
  const [, locks] =
    /max_locks_per_transaction: '(\d+)'/.exec(readFileSync('lib/launch/embedded-postgres.ts', 'utf8')) ?? []
  expect(compose.services['database']?.command).toEqual([
    ...['postgres', '-c', `max_locks_per_transaction=${locks}`, '-c', 'jit=off'],
  ])
})

test('PostgreSQL sorts and encodes as the embedded one, whose arguments are known to go together', () => {
  const embedded = readFileSync('lib/launch/embedded-postgres.ts', 'utf8').match(
    /--(encoding|[\w-]*locale)\b[^']*/g,
  )
  expect(embedded).toHaveLength(4)
  expect(compose.services['database']?.environment['POSTGRES_INITDB_ARGS']?.split(' ')).toEqual(embedded)
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
  const source = readFileSync('lib/config-environment.ts', 'utf8')
  const names = Object.keys(compose.services['web']?.environment ?? {}).map((name) =>
    name.replace(/_FILE$/, ''),
  )
  expect(names.filter((name) => !source.includes(`\n  ${name}: `))).toEqual([])
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  expect(parseConfig(empty)).toMatchObject({ callbackUrl: null, trustedProxies: [] }) // what compose hands on unset
})
