import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { observe, type ObservedProcess } from '#tests/support/servers/child-process.ts'
import { readLetThrough } from '#tests/support/run/image.ts'
import { isNight } from '#tests/support/run/tier.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'skylark-image-'))
const [checkout, dataDir, tmp] = ['skylark', 'data', 'tmp'].map((name) => path.join(root, name)) as [
  string,
  string,
  string,
]
const packages = path.join(checkout, 'node_modules')
let started: ObservedProcess | null = null
afterAll(async () => {
  started?.child.kill('SIGTERM')
  await started?.exited
  rmSync(root, { recursive: true, force: true })
})

/** Making a folder read only, as a container's is, and becoming somebody else takes root and Linux. */
const canMount =
  spawnSync('unshare', ['--mount', 'mount', '--bind', root, root]).status === 0 &&
  spawnSync('setpriv', ['--version']).status === 0
const nobody = 65_534

test.skipIf(!canMount)(
  'what the image holds starts as nobody, from a folder that cannot be written to, and stops in order',
  async () => {
    mkdirSync(checkout)
    for (const name of [...readLetThrough(), '.next'])
      cpSync(name, path.join(checkout, name), { recursive: true, verbatimSymlinks: true })
    rmSync(path.join(checkout, '.next/cache'), { recursive: true, force: true }) // as the image does
    for (const folder of [dataDir, tmp, packages]) mkdirSync(folder)
    spawnSync('chown', [String(nobody), root, dataDir, tmp])
    const port = await findFreePort()
    started = observe(
      'unshare',
      ['--mount', 'sh', '-c', script(), 'sh', process.execPath, 'lib/launch/main.ts'],
      {
        ...process.env,
        DATA_DIR: dataDir,
        TMPDIR: tmp,
        HOME: tmp,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATABASE_URL: '',
        AUTH_SECRET: '',
        PUSH_KEY: '',
        PUBLIC_URL: '',
        NODE_ENV: 'production',
      },
    )
    await started.hasPrinted('Skylark is ready at')
    const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`)
    expect((await ask('/healthz')).status).toBe(200)
    if (isNight) {
      const page = await ask('/sign-in')
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<form')
      await expect.poll(async () => (await ask('/readyz')).status, { timeout: 60_000 }).toBe(200) // the aggregator passes
    }
    started.child.kill('SIGTERM')
    expect(await started.exited).toBe(0)
    expect(started.output()).not.toMatch(/EROFS|EACCES|read-only|next\.config|Warning:/i)
  },
)

/** All but the two folders is read only; then nobody takes over. */
function script(): string {
  return [
    `mount --bind "${root}" "${root}"`,
    `mount --bind "${dataDir}" "${dataDir}"`,
    `mount --bind "${tmp}" "${tmp}"`,
    `mount --bind "${path.resolve('node_modules')}" "${packages}"`,
    ...[root, packages].map((folder) => `mount -o remount,bind,ro "${folder}"`),
    `cd "${checkout}"`,
    // Nicer than the aggregator makes itself, which nobody but root could take back.
    `exec nice -n 10 setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
  ].join(' && ')
}
