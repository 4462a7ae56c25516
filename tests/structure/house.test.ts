import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The rules of the tree (docs/architecture.md: Dependencies). lint/may-import.ts says who may import whom. */
const mostFiles = 25
const layers = ['app', 'components', 'lib']
const files = layers.flatMap((layer) =>
  readdirSync(layer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(layer, file.replaceAll(path.sep, '/')))
    .filter((file) => !file.startsWith('lib/store/generated/')),
)
const folderOf = (file: string) => path.posix.dirname(file)

test(`no folder holds more than ${mostFiles} files`, () => {
  const counts = Object.groupBy(files, folderOf)
  const full = Object.entries(counts).filter(([, inside]) => (inside?.length ?? 0) > mostFiles)
  expect(full.map(([folder]) => folder)).toEqual([])
})

test('no files import each other in a circle, not even types', () => {
  expect(circlesOf(edgesBetween((file) => file))).toEqual([])
})

test('no folders of lib or components import each other in a circle', () => {
  const inside = ([from, to]: readonly [string, string]) => !from.startsWith('app') && !to.startsWith('app')
  expect(circlesOf(edgesBetween(folderOf).filter(inside))).toEqual([])
})

test('no name is exported by two files, but for those that Next calls', () => {
  const names = files
    .filter((file) => !file.startsWith('app/'))
    .flatMap((file) => [...new Set(exportsOf(file))].map((name) => ({ name, file })))
  const twice = Object.values(Object.groupBy(names, ({ name }) => name)).filter(
    (those) => those?.length !== 1,
  )
  expect(twice).toEqual([])
})

/** Names of the types and values that a file declares and exports. */
function exportsOf(file: string): string[] {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return statements
    .filter((statement) => ts.canHaveModifiers(statement))
    .filter((statement) => ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword)
    .flatMap((statement) => {
      if (ts.isVariableStatement(statement))
        return statement.declarationList.declarations.map(({ name }) =>
          ts.isIdentifier(name) ? name.text : '',
        )
      const { name } = statement as ts.DeclarationStatement
      return name === undefined ? [] : [name.text]
    })
    .filter((name) => name !== '')
}

/** Who imports whom, by the part of the tree that `partOf` names. */
function edgesBetween(partOf: (file: string) => string): [string, string][] {
  return files.flatMap((file) =>
    importsOf(file)
      .map((imported): [string, string] => [partOf(file), partOf(imported)])
      .filter(([from, to]) => from !== to),
  )
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'))
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#')) return [fileName.slice(1)]
    return fileName.startsWith('.') ? [path.posix.join(folderOf(file), fileName)] : []
  })
}

/** Parts that are in a circle: what is left when parts that import nothing that is left are taken away, from both ends. */
function circlesOf(edges: readonly [string, string][]): string[] {
  const rest = (now: readonly [string, string][]): readonly [string, string][] => {
    const importing = new Set(now.map(([from]) => from))
    const imported = new Set(now.map(([, to]) => to))
    const left = now.filter(([from, to]) => imported.has(from) && importing.has(to))
    return left.length === now.length ? now : rest(left)
  }
  return [...new Set(rest(edges).map(([from, to]) => `${from} → ${to}`))].sort()
}
