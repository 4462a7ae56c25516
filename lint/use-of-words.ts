import ts from 'typescript'
import { walk, type Finding } from './read-source.ts'

/** Names of the values that each message of an area takes. */
export type TakenValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** A call `t('key', { values })`, and the areas that `t` may be of. */
type Use = {
  readonly areas: readonly string[]
  readonly key: string
  /** Names of the values, sorted; null where they are not written out. */
  readonly values: readonly string[] | null
  readonly at: number
}

const makers = /^(useWords|words|wordsOf|titled|Words)$/

/** The calls that give a message other values than it takes. */
export function wrongValues(tree: ts.SourceFile, taken: TakenValues): readonly Finding[] {
  return usesOf(tree).flatMap(({ areas, key, values, at }) => {
    const wanted = areas.flatMap((area) => {
      const names = taken[area]?.[key]
      return names === undefined ? [] : [names]
    })
    // A key that is in none of the areas does not compile. A message may leave out what another form of the same sentence needs.
    const isGiven = wanted.some((names) => names.every((name) => values?.includes(name)))
    if (values === null || wanted.length === 0 || isGiven) return []
    return [{ at, text: `"${key}" takes ${wanted.join(' or ')}; it gets ${values.join() || 'nothing'}.` }]
  })
}

/** The keys that a file asks the message files for: the calls with a key that is written out. */
function usesOf(tree: ts.SourceFile): readonly Use[] {
  const areasByName = new Map<string, Set<string>>()
  const uses: Use[] = []
  walk(tree, (node) => {
    const area = areaOf(node)
    if (area === null) return
    const owner =
      ts.isTypeNode(node) || ts.isAwaitExpression(node.parent) ? ownerOf(node.parent) : ownerOf(node)
    if (owner !== null) areasByName.set(owner, (areasByName.get(owner) ?? new Set()).add(area))
  })
  walk(tree, (node) => {
    if (!ts.isCallExpression(node)) return
    const callee = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.expression
      : node.expression
    const named = areasByName.get(callee.getText(tree).replace(/^locale\./, ''))
    if (named === undefined) return
    for (const key of keysOf(node.arguments[0]))
      uses.push({ areas: [...named], key, values: namesOf(node.arguments[1]), at: node.getStart(tree) })
  })
  return uses
}

/** The area in `useWords('x')`, `words('x')`, `wordsOf(language, 'x')`, `titled('x', …)` or the type `Words<'x'>`. */
function areaOf(node: ts.Node): string | null {
  if (ts.isTypeReferenceNode(node) && /^(Words|Key)$/.test(node.typeName.getText())) {
    const [argument] = node.typeArguments ?? []
    return argument !== undefined && ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal)
      ? argument.literal.text
      : null
  }
  if (!ts.isCallExpression(node) || !makers.test(node.expression.getText())) return null
  const named = node.arguments.find((argument) => ts.isStringLiteral(argument))
  return named !== undefined && ts.isStringLiteral(named) ? named.text : null
}

/** The name that a value is given: of a variable, or of a parameter of that type. */
function ownerOf(node: ts.Node): string | null {
  const { parent } = node
  const holder = ts.isVariableDeclaration(node) || ts.isParameter(node) ? node : parent
  if (ts.isVariableDeclaration(holder) || ts.isParameter(holder)) return holder.name.getText()
  return ts.isAwaitExpression(holder) ? ownerOf(holder) : null
}

function keysOf(argument: ts.Expression | undefined): string[] {
  if (argument === undefined) return []
  if (ts.isStringLiteral(argument)) return [argument.text]
  if (ts.isConditionalExpression(argument))
    return [...keysOf(argument.whenTrue), ...keysOf(argument.whenFalse)]
  return []
}

function namesOf(argument: ts.Expression | undefined): string[] | null {
  if (argument === undefined) return []
  if (!ts.isObjectLiteralExpression(argument)) return null
  const names = argument.properties.map((property) => property.name?.getText() ?? null)
  return names.includes(null) ? null : names.filter((name) => name !== null).toSorted()
}
