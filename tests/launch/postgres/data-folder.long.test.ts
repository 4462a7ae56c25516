import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import type { ObservedProcess } from '#tests/support/servers/child-process.ts'
import {
  askDatabase,
  askWeb,
  countUsers,
  dataDir,
  launcher,
  port,
  run,
  startLauncher,
  withDatabase,
} from '#tests/launch/launching.ts'

async function expectRefused(folder: string): Promise<void> {
  const command = run([withDatabase, askDatabase, '0'], { DATA_DIR: folder })
  expect(await command.exited).toBe(1)
  expect(command.output()).toMatch(/^DATA_DIR .* cannot be used: .*\n$/)
  expect(command.output()).toContain(`DATA_DIR ${folder} cannot`)
}

test('a second launcher on the same data folder says so and leaves the first alone', async () => {
  await startLauncher()
  const second = run([launcher], { PORT: String(await findFreePort()) })
  expect(await second.exited).toBe(1)
  expect(second.output()).toBe(
    `Skylark is already running on ${dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
  )
  expect(await countUsers((await askWeb()).DATABASE_URL)).toEqual([{ users: 0 }])
})

test('a command gets the database whether Skylark runs or not, and hands back the exit code', async () => {
  const alone = run([withDatabase, askDatabase, '5'])
  expect(await alone.exited).toBe(5)
  expect(alone.output()).toBe('users: 0\n')
  await startLauncher()
  const beside = run([withDatabase, askDatabase, '0'])
  expect(await beside.exited).toBe(0)
  expect(beside.output()).toBe('users: 0\n')
})

test('commands at once take turns, and none loses its database', async () => {
  const commands = ['3', '4', '5'].map((code) => run([withDatabase, askDatabase, code]))
  expect(await Promise.all(commands.map((each) => each.exited))).toEqual([3, 4, 5])
  for (const each of commands) expect(each.output()).toMatch(/^(Waiting for another command.*\n)?users: 0\n$/)
})

describe('while a command has the database', () => {
  let command: ObservedProcess

  beforeEach(async () => {
    command = run([withDatabase, askDatabase, '0', 'stay'])
    await command.hasPrinted('users: 0\n')
  })

  test('a launcher waits for it and then starts', async () => {
    const launched = run([launcher])
    await launched.hasPrinted(`Waiting for another command of Skylark, which uses ${dataDir}…\n`)
    command.child.kill('SIGTERM')
    expect(await command.exited).toBe(0)
    await launched.hasPrinted(`ready at http://localhost:${port}`)
    expect(await countUsers((await askWeb()).DATABASE_URL)).toEqual([{ users: 0 }])
  })

  test('a command that waits for it can be stopped', async () => {
    const waiting = run([withDatabase, askDatabase, '0'])
    await waiting.hasPrinted('Waiting for another command')
    waiting.child.kill('SIGTERM')
    expect(await waiting.exited).toBe(1)
    expect(waiting.output()).toContain(`\nStopped while another process of Skylark used ${dataDir}.\n`)
    command.child.kill('SIGTERM')
    expect(await command.exited).toBe(0)
  })
})

test('a password that is not that of the database is named, and no server is left running', async () => {
  const folder = path.join(dataDir, 'other-password')
  const made = await startPostgres({ dataDir: folder })
  await made.stop()
  writeFileSync(path.join(folder, 'postgres-password'), `${'0'.repeat(64)}\n`)
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(
    /^The password in .*postgres-password is not that of .*other-password\/postgres/,
  )
  expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false)
})

test.each(['a-file', 'a-file/below'])(
  'a DATA_DIR that cannot be a folder (%s) is named in one line',
  async (name) => {
    writeFileSync(path.join(dataDir, 'a-file'), '')
    await expectRefused(path.join(dataDir, name))
  },
)

test.runIf(process.platform === 'linux')('a DATA_DIR that cannot be made is named in one line', async () => {
  await expectRefused('/proc/skylark')
})
