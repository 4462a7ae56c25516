import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const hook = 'lib/launch/build/stripped-sources.mjs'

test('Node gets the stripped source of a file until the file changes', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skylark stripped '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(hook, path.join(root, hook))
  const source = write(root, 'lib/word.ts', "export const word: string = 'source'")
  const stripped = write(root, '.next/stripped/lib/word.ts.js', "export const word = 'stripped'")
  const { atime, mtime } = statSync(source)
  utimesSync(stripped, atime, mtime)
  expect(wordOf(root)).toBe('stripped')
  utimesSync(source, atime, new Date(mtime.getTime() + 1))
  expect(wordOf(root)).toBe('source')
  rmSync(stripped)
  expect(wordOf(root)).toBe('source')
})

function write(root: string, name: string, text: string): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

function wordOf(root: string): string {
  const script = `const { word } = await import(${JSON.stringify(pathToFileURL(path.join(root, 'lib/word.ts')).href)}); console.log(word)`
  const options = [
    `--import=${pathToFileURL(path.join(root, hook)).href}`,
    '--input-type=module',
    '-e',
    script,
  ]
  return execFileSync(process.execPath, options, { encoding: 'utf8' }).trim()
}
