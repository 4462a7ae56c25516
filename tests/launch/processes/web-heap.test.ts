import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parseConfig } from '#lib/runtime/config.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { webHeap, webRole } from '#lib/launch/roles.ts'

const mb = 2 ** 20

function inProcess(env: NodeJS.ProcessEnv, script: string): string {
  return execFileSync(process.execPath, ['-e', script], { cwd: projectRoot, env, encoding: 'utf8' }).trim()
}

/** The heap that Node allows in such an environment, in MB. */
function heapOf(env: NodeJS.ProcessEnv): number {
  return (
    Number(inProcess(env, `import v8 from 'node:v8'; console.log(v8.getHeapStatistics().heap_size_limit)`)) /
    mb
  )
}

const heapGiven = (given: string | undefined) => heapOf({ ...process.env, ...webHeap(given, 4096 * mb) })

test('the heap of the web server stays below the size from which V8 is lazy, whatever else NODE_OPTIONS says', () => {
  for (const given of [undefined, '--no-deprecation']) {
    expect(heapGiven(given)).toBeGreaterThan(1536)
    expect(heapGiven(given)).toBeLessThan(2048)
  }
})

test('what NODE_OPTIONS says of it holds, and so does a machine that gives less', () => {
  expect(heapGiven('--max-old-space-size=3000')).toBeGreaterThan(3000)
  expect(webHeap('--max-semi-space-size=6', 1024 * mb)).toEqual({})
})

test('the web server is started so, but not where Next compiles in it', () => {
  const config = parseConfig({ AUTH_SECRET: 'a'.repeat(64), PUSH_KEY: 'b'.repeat(64) })
  const envOf = (isDevelopment: boolean) =>
    webRole({ config, databaseUrl: 'postgresql://nowhere', isDevelopment }).env
  const { NODE_OPTIONS } = process.env
  expect(envOf(false)['NODE_OPTIONS']).toBe(webHeap(NODE_OPTIONS).NODE_OPTIONS ?? NODE_OPTIONS)
  expect(envOf(true)['NODE_OPTIONS']).toBe(NODE_OPTIONS)
})

test('the web server prints no warning of Node about what is experimental, as registering a passkey gives', () => {
  const config = parseConfig({ AUTH_SECRET: 'a'.repeat(64), PUSH_KEY: 'b'.repeat(64) })
  const { args } = webRole({ config, databaseUrl: 'postgresql://nowhere', isDevelopment: false })
  const script = `
    import { generateRegistrationOptions } from '@simplewebauthn/server'
    await generateRegistrationOptions({ rpID: 'localhost', rpName: 'Skylark', userName: 'ada' })`
  const started = spawnSync(process.execPath, [...args.slice(0, -1), '--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(started).toMatchObject({ status: 0, stderr: '' })
})

test('threads keep their own limits in a process that has a ceiling, and the process keeps its own', () => {
  const script = `
    import v8 from 'node:v8'
    import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
    const pool = createParsePool({ threads: 1, timeoutMs: 20_000, heapMb: 32 })
    const body = '<rss><channel>' + ('<item><title>' + 'x'.repeat(40) + '</title></item>').repeat(200_000) + '</channel></rss>'
    const { error } = await pool.parse({ body: Buffer.from(body), contentType: null, url: 'http://example.org/' })
    await pool.close()
    console.log(error?.kind, v8.getHeapStatistics().heap_size_limit < 2048 * ${mb})`
  expect(inProcess({ ...process.env, ...webHeap(undefined, 4096 * mb) }, script)).toBe('too-large true')
})
