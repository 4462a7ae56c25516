import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStalePostmaster } from '#lib/launch/postgres/postmaster-file.ts'

let root: string
let running: ChildProcess | null = null
const folder = () => path.join(root, 'data')
const file = () => path.join(folder(), 'postmaster.pid')

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'skylark-postmaster-'))
  mkdirSync(folder())
})
afterEach(() => {
  vi.unstubAllEnvs()
  running?.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

/** Runs a program of this name in a folder, whose number stands in the file of a killed server. */
function run(name: string, cwd = folder()): ChildProcess {
  const program = path.join(root, name)
  copyFileSync('/bin/sleep', program)
  running = spawn(program, ['1000'], { cwd })
  writeFileSync(file(), `${running.pid}\n`)
  return running
}

test.runIf(existsSync('/proc/self/comm'))(
  'a server that was left running is stopped before its folder is used again, in an image without `ps` as well',
  async () => {
    vi.stubEnv('PATH', root)
    const server = run('postgres')
    await clearStalePostmaster(folder())
    expect(server.signalCode).toBe('SIGINT')
    expect(existsSync(file())).toBe(true) // a server that ends takes it away itself
  },
)

test('where the number now belongs to another program, the file goes and the program stays', async () => {
  const other = run('other')
  await clearStalePostmaster(folder())
  expect(existsSync(file())).toBe(false)
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

test.runIf(existsSync('/proc/self/cwd'))(
  'where the number now belongs to the server of another folder, the file goes and that server stays',
  async () => {
    const other = run('postgres', root)
    await clearStalePostmaster(folder())
    expect(existsSync(file())).toBe(false)
    expect([other.exitCode, other.signalCode]).toEqual([null, null])
  },
)
