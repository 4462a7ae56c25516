import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#lib/launch/program/project.ts'

/** The output of a process of its own, as JSON. */
function inProcess(script: string, env: Readonly<Record<string, string>> = {}): unknown {
  const options = { cwd: projectRoot, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options))
}

test('gives back what a busy time left, once it is worth it', () => {
  const script = `
    import { createGarbageCollector } from '#lib/runtime/collect-garbage.ts'
    const mb = () => process.memoryUsage().heapUsed / 2 ** 20
    const collect = createGarbageCollector()
    collect()
    const before = mb()
    // Objects that have lived for a while are of the old generation, where V8 looks seldom.
    const fill = (count) => Array.from({ length: count }, (_, index) => ({ text: 'x' + index }))
    let kept = Array.from({ length: 10 }, () => fill(100_000))
    const filled = mb()
    kept = null
    collect()
    const after = mb()
    console.log(JSON.stringify({ filled: filled - before, after: after - before }))`
  const { filled, after } = inProcess(script) as { readonly filled: number; readonly after: number }
  expect(filled).toBeGreaterThan(40)
  expect(after).toBeLessThan(10)
})

test('threads that are started later find compiled files where the build left them', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = `
    import { Worker } from 'node:worker_threads'
    import { createGarbageCollector } from '#lib/runtime/collect-garbage.ts'
    createGarbageCollector()
    const thread = new Worker('import("#lib/runtime/clock.ts")', { eval: true })
    thread.once('exit', () => console.log(true))`
  expect(inProcess(script, { NODE_COMPILE_CACHE: folder })).toBe(true)
  expect(readdirSync(folder)).toHaveLength(1) // one for each set of flags
})
