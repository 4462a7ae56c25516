import { expect, test } from 'vitest'
import { isAlive, observe } from '#tests/support/servers/child-process.ts'
import { runProgram } from './run-program.ts'

/** Ends by nothing but SIGKILL, like a server of a test whose time ran out. */
const stubborn = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  setInterval(() => undefined, 1_000)
  process.send(null)`

/** Leaves one of these in a process group of its own, and one in the program's, and says which; then it ends, or not. */
const leaving = (then: string) => `
  const { spawn } = require('node:child_process')
  const started = [true, false].map((detached) =>
    spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  Promise.all(started.map((child) => new Promise((resolve) => child.once('message', resolve)))).then(() => {
    console.log(started.map(({ pid }) => pid).join(' '))
    ${then}
  })`

const run = (
  script: string,
  options: { timeoutMs?: number; quietMs?: number; stopping?: AbortSignal } = {},
) =>
  runProgram('node', ['-e', script], {
    ...{ timeoutMs: 60_000, stopping: new AbortController().signal, keepsOutput: true, graceMs: 200 },
    ...options,
  })

const pidsIn = (output: string) => (output.split('\n')[0] ?? '').split(' ').map(Number)

/** The system takes a moment to bury them. */
async function expectEnded(output: string): Promise<void> {
  const pids = pidsIn(output)
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
}

test('a program that has ended leaves nothing behind', async () => {
  const { code, output } = await run(leaving('process.exit(0)'))
  expect(code).toBe(0)
  await expectEnded(output)
})

test('a program whose time runs out is ended with all that it started, and has failed', async () => {
  const { code, output } = await runOutOfTime(2_000)
  expect(code).toBe(1)
  expect(output).toContain('node was ended after')
  await expectEnded(output)
})

test('a program that stands still is ended with all that it started, and one that prints may take longer', async () => {
  const still = await runUntilStill(2_000)
  expect(still).toMatchObject({ code: 1, stoodStill: true })
  expect(still.output).toContain('node was ended: it printed nothing for')
  await expectEnded(still.output)
  const printing = `
    let left = 8
    setInterval(() => (left === 0 ? process.exit(0) : console.log(left--)), 1_000)`
  expect(await run(printing, { quietMs: 6_000 })).toMatchObject({ code: 0, stoodStill: false })
})

/** As much time as it needs until it prints for the last time. */
async function runUntilStill(quietMs: number): ReturnType<typeof runProgram> {
  const ended = await run(leaving("process.on('SIGTERM', () => process.exit(0))"), { quietMs })
  return /^[0-9]/.test(ended.output) ? ended : runUntilStill(2 * quietMs)
}

/** As much time as it needs until it hangs. */
async function runOutOfTime(timeoutMs: number): ReturnType<typeof runProgram> {
  const ended = await run(leaving("process.on('SIGTERM', () => process.exit(0))"), { timeoutMs })
  return /^[0-9]/.test(ended.output) ? ended : runOutOfTime(2 * timeoutMs)
}

/** Runs a program that leaves some behind, as `npm test` runs its steps; what it does at SIGUSR2 is a second Ctrl-C. */
const runner = `
  import { stopOnSignal } from '#lib/launch/program/run-command.ts'
  import { runProgram } from '#tests/support/run/run-program.ts'
  process.on('SIGUSR2', () => process.exit(130))
  const options = { timeoutMs: 60_000, stopping: stopOnSignal(), graceMs: 200 }
  const { code } = await runProgram('node', ['-e', ${JSON.stringify(leaving('setInterval(() => undefined, 1_000)'))}], options)
  process.exit(code)`

test.each([
  ['SIGINT', 1],
  ['SIGTERM', 1],
  ['SIGUSR2', 130],
] as const)('a run that %s stops ends, with all that its programs started', async (signal, code) => {
  const running = observe(process.execPath, ['--input-type=module', '-e', runner], process.env)
  await running.hasPrinted('\n')
  expect(pidsIn(running.output()).map(isAlive)).toEqual([true, true])
  running.child.kill(signal)
  expect(await running.exited).toBe(code)
  await expectEnded(running.output())
})
