import path from 'node:path'
import ts from 'typescript'

/** The text of each file of app, components and lib by its path from the root. */
export type Tree = ReadonlyMap<string, string>

const layers = ['app', 'components', 'lib']

/** Whether the rules of the tree hold for a file: what Prisma generates is nobody's to arrange. */
export function isOfTree(file: string): boolean {
  return (
    layers.some((layer) => file.startsWith(`${layer}/`)) &&
    /\.tsx?$/.test(file) &&
    !file.startsWith('lib/store/generated/')
  )
}

/** The number of files that stand in each folder itself. */
export function filesByFolder(tree: Tree): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(tree.keys(), folderOf)].map(([folder, files]) => [folder, files.length]))
}

/** Pairs "from → to" of files that import each other in a circle, types included. */
export function circlesOfFiles(tree: Tree): string[] {
  return circlesOf(edgesBetween(tree, (file) => file))
}

/** The same of folders of components and lib: those of app stand as Next wants them. */
export function circlesOfFolders(tree: Tree): string[] {
  const inside = ([from, to]: readonly [string, string]) => !from.startsWith('app') && !to.startsWith('app')
  return circlesOf(edgesBetween(tree, folderOf).filter(inside))
}

/** Names that several files export, each with those files; without those of app, which Next calls. */
export function namesExportedTwice(tree: Tree): { readonly name: string; readonly files: string[] }[] {
  const names = [...tree]
    .filter(([file]) => !file.startsWith('app/'))
    .flatMap(([file, text]) => [...new Set(exportsOf(file, text))].map((name) => ({ name, file })))
  return [...Map.groupBy(names, ({ name }) => name)]
    .map(([name, those]) => ({ name, files: those.map(({ file }) => file) }))
    .filter(({ files }) => files.length > 1)
}

function folderOf(file: string): string {
  return path.posix.dirname(file)
}

/** Names of the types and values that a file declares and exports. */
function exportsOf(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
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

/** The imports between the parts of the tree that `partOf` names. */
function edgesBetween(tree: Tree, partOf: (file: string) => string): [string, string][] {
  return [...tree].flatMap(([file, text]) =>
    importsOf(file, text)
      .map((imported): [string, string] => [partOf(file), partOf(imported)])
      .filter(([from, to]) => from !== to),
  )
}

function importsOf(file: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text)
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
