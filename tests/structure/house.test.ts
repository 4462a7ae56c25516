import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { circlesOfFiles, circlesOfFolders, filesByFolder, isOfTree, namesExportedTwice } from './tree.ts'
import { wordsLacking } from './words-of-pages.ts'

/** The rules of the tree (docs/architecture.md: Dependencies). lint/may-import.ts says who may import whom. */
const mostFiles = 25
const tree = new Map(
  globSync('{app,components,lib}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter(isOfTree)
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

test(`no folder holds more than ${mostFiles} files`, () => {
  const full = [...filesByFolder(tree)].filter(([, files]) => files > mostFiles)
  expect(full.map(([folder]) => folder)).toEqual([])
})

test('no files import each other in a circle, not even types', () => {
  expect(circlesOfFiles(tree)).toEqual([])
})

test('no folders of lib or components import each other in a circle', () => {
  expect(circlesOfFolders(tree)).toEqual([])
})

test('no name is exported by two files, but for those that Next calls', () => {
  expect(tree.size).toBeGreaterThan(500)
  expect(namesExportedTwice(tree)).toEqual([])
})

test('each page has the words of all that it can show', () => {
  expect(wordsLacking(tree)).toEqual([])
})

test('each test that docs/security.md names is there', () => {
  const cells = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .flatMap((line) => line.match(/^\|.*\|.*\|(?<tests>.*)\|$/)?.groups?.['tests'] ?? [])
  const names = cells.flatMap((cell) => cell.match(/`[\w./-]+`/g) ?? []).map((name) => name.slice(1, -1))
  const files = new Set(globSync('tests/**/*.test.ts').map((file) => file.replaceAll(path.sep, '/')))
  const isThere = (name: string) =>
    ['', '.long', '.alone'].some((kind) => files.has(`tests/${name}${kind}.test.ts`))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !isThere(name))).toEqual([])
})
