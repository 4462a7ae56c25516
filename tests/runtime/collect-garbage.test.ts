import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#lib/launch/program/project.ts'

/** The output of a process of its own, as JSON. */
function inProcess(script: string): unknown {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const
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
