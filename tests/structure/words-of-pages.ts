import path from 'node:path'
import ts from 'typescript'
import type { Tree } from './tree.ts'

/** The elements around which words come, with the areas that each gives by itself (lib/pages). */
const givers: ReadonlyMap<string, readonly string[]> = new Map([
  ['Words', []],
  ['SignedInFrame', ['shell', 'organising', 'views', 'palette', 'player', 'reading', 'reasons']],
])

type Declared = {
  /** Areas of words that it asks for itself. */
  readonly areas: readonly string[]
  /** Names that stand in it. */
  readonly names: readonly string[]
  /** Files that it loads when it needs them. */
  readonly loaded: readonly string[]
}

/** Names that stand in the same words of a page or layout. */
type Part = { readonly areas: readonly string[]; readonly names: readonly string[] }

type File = {
  readonly declared: ReadonlyMap<string, Declared>
  /** The file and the name there of each name that is imported. */
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>
  readonly parts: readonly Part[]
}

/**
 * Words that a page lacks: "app/x/page.tsx: reasons" where a screen in it can ask for an area that nothing around gives. Such a screen
 * throws once it is drawn, which may be in a rare state only.
 */
export function wordsLacking(tree: Tree): string[] {
  const files = new Map([...tree].map(([file, text]) => [file, readFile(file, text)]))
  const pages = [...files.keys()].filter((file) => /^app\/(?:.*\/)?page\.tsx$/.test(file))
  return pages.flatMap((page) => {
    const around = layoutsOf(page).flatMap((layout) => files.get(layout)?.parts ?? [])
    const given = around.flatMap(({ areas }) => areas)
    const lacking = (files.get(page)?.parts ?? []).flatMap((part) => {
      const own = new Set([...given, ...part.areas])
      return [...areasUsed(files, page, part.names)].filter((area) => !own.has(area))
    })
    return [...new Set(lacking)].map((area) => `${page}: ${area}`)
  })
}

function layoutsOf(page: string): string[] {
  const folders = path.posix.dirname(page).split('/')
  return folders.map((_, at) => `${folders.slice(0, at + 1).join('/')}/layout.tsx`)
}

/** The areas that what a page imports by these names asks for, and all that is drawn in it. */
function areasUsed(files: ReadonlyMap<string, File>, page: string, names: readonly string[]): Set<string> {
  const areas = new Set<string>()
  const seen = new Set<string>()
  // The names that the page declares itself are in its parts.
  const left = names
    .map((name) => (givers.has(name) ? null : (files.get(page)?.imported.get(name) ?? null)))
    .filter((each) => each !== null)
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [file, name] = next
    const there = files.get(file)
    if (there === undefined || seen.has(`${file} ${name}`)) continue
    seen.add(`${file} ${name}`)
    const imported = there.imported.get(name)
    if (imported !== undefined) left.push(imported)
    const declared = there.declared.get(name)
    for (const area of declared?.areas ?? []) areas.add(area)
    left.push(...(declared?.names ?? []).map((each): readonly [string, string] => [file, each]))
    for (const loaded of declared?.loaded ?? [])
      left.push(...[...(files.get(loaded)?.declared.keys() ?? [])].map((each) => [loaded, each] as const))
  }
  return areas
}

function readFile(file: string, text: string): File {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const declared = new Map<string, Declared>()
  const imported = new Map<string, readonly [string, string]>()
  const parts: Part[] = []
  for (const statement of statements) {
    if (ts.isImportDeclaration(statement)) {
      const { importClause: clause, moduleSpecifier } = statement
      const named = clause?.isTypeOnly === true ? undefined : clause?.namedBindings
      if (named === undefined || !ts.isNamedImports(named) || !ts.isStringLiteral(moduleSpecifier)) continue
      const from = fileOf(file, moduleSpecifier.text)
      for (const { name, propertyName } of named.elements)
        imported.set(name.text, [from, (propertyName ?? name).text])
    } else {
      const read = readDeclared(file, statement)
      for (const name of namesOf(statement)) declared.set(name, read)
      if (file.startsWith('app/')) parts.push(...partsOf(file, statement))
    }
  }
  return { declared, imported, parts }
}

function readDeclared(file: string, declaration: ts.Node): Declared {
  const areas: string[] = []
  const names: string[] = []
  const loaded: string[] = []
  walk(declaration, (node) => {
    if (ts.isIdentifier(node)) names.push(node.text)
    const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined
    if (argument === undefined || !ts.isStringLiteral(argument)) return true
    const called = (argument.parent as ts.CallExpression).expression
    if (called.getText() === 'useWords') areas.push(argument.text)
    if (called.kind === ts.SyntaxKind.ImportKeyword) loaded.push(fileOf(file, argument.text))
    return true
  })
  return { areas, names, loaded }
}

/** The parts of a statement: what stands in no words of its own, and what each `<Words>` and `<SignedInFrame>` holds. */
function partsOf(file: string, node: ts.Node, given: readonly string[] = []): Part[] {
  const inner: Part[] = []
  const names: string[] = []
  walk(node, (each) => {
    if (ts.isIdentifier(each)) names.push(each.text)
    const giver = ts.isJsxElement(each) && each !== node ? each.openingElement : null
    if (giver === null || !givers.has(giver.tagName.getText())) return true
    const own = giver.attributes.properties.flatMap((attribute) =>
      ts.isJsxAttribute(attribute) && attribute.name.getText() === 'areas' ? literalsOf(attribute) : [],
    )
    inner.push(...partsOf(file, each, [...given, ...own, ...(givers.get(giver.tagName.getText()) ?? [])]))
    return false
  })
  return [{ areas: given, names }, ...inner]
}

function literalsOf(node: ts.Node): string[] {
  const literals: string[] = []
  walk(node, (each) => {
    if (ts.isStringLiteral(each)) literals.push(each.text)
    return true
  })
  return literals
}

/** Visits a node and all inside of it, but what stands in one for which the answer is false. */
function walk(node: ts.Node, visit: (node: ts.Node) => boolean): void {
  if (visit(node)) ts.forEachChild(node, (child) => walk(child, visit))
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as ts.DeclarationStatement
  return name === undefined ? [] : [name.getText()]
}

function fileOf(file: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)
}
