import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export type SourceText = { readonly path: string; readonly text: string; readonly tree: ts.SourceFile }

/** All files of the product that may hold words. */
export function readSources(): readonly SourceText[] {
  const paths = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/**/*.{ts,tsx}'])
  return paths
    .filter((path) => !path.startsWith('lib/store/generated'))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
      return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) }
    })
}

/** Calls `visit` for each node of a tree, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** "path:line" of a node. */
export function placeOf(node: ts.Node, { path, tree }: SourceText): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
