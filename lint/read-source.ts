import ts from 'typescript'

/** A place in a file, and what is to be said of it. */
export type Finding = { readonly at: number; readonly text: string }

/** Calls `visit` for each node of a tree, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
