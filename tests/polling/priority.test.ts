import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { projectRoot } from '#lib/launch/program/project.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'

test('the aggregator gives way to the web server: its process is nicer than the one that started it', async () => {
  const { url, drop } = await createTestDatabase()
  const args = [path.join(projectRoot, 'lib/aggregator/main.ts')]
  const env = { ...process.env, DATABASE_URL: url }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  try {
    const isNicer = () => expect(getPriority(child.pid)).toBeGreaterThan(getPriority())
    await vi.waitFor(isNicer, { timeout: 30_000, interval: 50 })
  } finally {
    child.kill('SIGKILL')
    await exited
    await drop()
  }
})
