import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { strip } from '#lib/launch/build/strip-ahead.ts'

const hook = 'lib/launch/build/stripped-sources.mjs'

test('Node, its threads too, get the stripped source of a file until the file changes', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skylark stripped '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(hook, path.join(root, hook))
  const folder = path.join(root, '.next/stripped')
  mkdirSync(folder, { recursive: true })
  const source = 'export function word(): string { return "ü" }\n'
  const file = path.join(root, 'lib/word.ts')
  writeFileSync(file, source)
  strip(source, folder)
  expect(loaded(root)).toEqual({ here: 'hook', thread: 'hook' })
  appendFileSync(file, '// changed\n')
  expect(loaded(root)).toEqual({ here: 'Node', thread: 'Node' })
  writeFileSync(file, source)
  expect(loaded(root)).toEqual({ here: 'hook', thread: 'hook' })
})

/** Says who took the types out of a file, in a process and in a thread of it. */
function loaded(root: string): unknown {
  const url = pathToFileURL(path.join(root, 'lib/word.ts')).href
  // Sources that Node itself would strip come as another format.
  const ask = `
    const { registerHooks } = await import('node:module')
    let who = 'nobody'
    registerHooks({ load(url, context, next) {
      const answer = next(url, context)
      if (url === ${JSON.stringify(url)}) who = answer.format === 'module' ? 'hook' : 'Node'
      return answer
    } })
    const { word } = await import(${JSON.stringify(url)})
    if (word() !== 'ü') who = word()`
  const thread = `(async () => { ${ask}
    const { parentPort } = await import('node:worker_threads')
    parentPort.postMessage(who) })()`
  const script = `${ask}
    const { Worker } = await import('node:worker_threads')
    new Worker(${JSON.stringify(thread)}, { eval: true }).once('message', (thread) => console.log(JSON.stringify({ here: who, thread })))`
  const options = [
    `--import=${pathToFileURL(path.join(root, hook)).href}`,
    '--input-type=module',
    '-e',
    script,
  ]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
}
