import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, observe, type ObservedProcess } from '#tests/support/servers/child-process.ts'

let folder: string
let watching: ObservedProcess

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-watch-'))
  mkdirSync(path.join(folder, 'inner'))
  writeFileSync(
    path.join(folder, 'main.ts'),
    `import './inner/part.ts'\nsetInterval(() => undefined, 1000)\n`,
  )
  save('first')
  const program = path.join(folder, 'main.ts')
  watching = observe(process.execPath, ['lib/launch/processes/watch.ts', folder, program], process.env)
  await watching.hasPrinted('first ')
})
afterEach(async () => {
  watching.child.kill('SIGTERM')
  await watching.exited
  rmSync(folder, { recursive: true })
})

/** As most editors and git do: a new file in the place of the old one. */
function save(word: string, rest = ''): void {
  const draft = path.join(folder, 'draft')
  writeFileSync(draft, `console.log('${word}', process.pid, 'runs')\n${rest}`)
  renameSync(draft, path.join(folder, 'inner/part.ts'))
}

function pidOf(word: string): number {
  return Number(new RegExp(`${word} (\\d+) runs`).exec(watching.output())?.[1])
}

test('a file that is replaced time and again starts the program again each time', async () => {
  for (const word of ['second', 'third', 'fourth']) {
    save(word)
    await watching.hasPrinted(`${word} `)
  }
  expect(isAlive(pidOf('first'))).toBe(false)
})

test('a program that cannot run is started again once it is repaired', async () => {
  save('broken', 'const = 1')
  await watching.hasPrinted('SyntaxError')
  save('repaired')
  await watching.hasPrinted('repaired ')
})

test('the program ends with its watcher', async () => {
  await watching.hasPrinted(' runs')
  watching.child.kill('SIGTERM')
  expect(await watching.exited).toBe(0)
  expect(isAlive(pidOf('first'))).toBe(false)
})
