import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Place } from './recorder.ts'

export type DeclaredColumn = {
  /** The kinds that JavaScript may hold there: `number`, `bigint`, `Date`, `string[]`, …; `json` for an object, `any` for what is left open. */
  readonly kinds: readonly string[]
  readonly mayBeNull: boolean
  readonly mayBeMissing: boolean
}

/** The row type that the code declares for a raw statement. */
export type DeclaredRow = {
  readonly file: string
  readonly line: number
  /** Null: nobody looks at the rows, as with those that are only locked. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null
}

export type DeclaredRows = {
  readonly all: readonly DeclaredRow[]
  /** The statement that is asked at a place; null: there is none. */
  readonly at: (place: Place) => DeclaredRow | null
}

/** Row types of all calls of `$queryRaw` in `lib`, as the compiler understands them. */
export function readDeclaredRows(): DeclaredRows {
  const files = globSync('lib/**/*.ts').filter(
    (file) => !file.startsWith('lib/store/generated/') && readFileSync(file, 'utf8').includes('$queryRaw'),
  )
  const { compilerOptions } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)).config as {
    compilerOptions: object
  }
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, '.')
  const program = ts.createProgram(files, options)
  const calls = files.flatMap((file) => callsIn(program, file))
  return {
    all: calls.map(({ row }) => row),
    at: ({ file, line, column }) => {
      const at = (program.getSourceFile(file)?.getLineStarts()[line - 1] ?? -Infinity) + column - 1
      return calls.find(({ row, start, end }) => row.file === file && start <= at && at < end)?.row ?? null
    },
  }
}

type Call = { readonly row: DeclaredRow; readonly start: number; readonly end: number }

function callsIn(program: ts.Program, file: string): Call[] {
  const source = program.getSourceFile(file)
  const checker = program.getTypeChecker()
  const calls: Call[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isRawQuery(node.tag)) {
      const [start, end] = [node.getStart(), node.end]
      const line = node.getSourceFile().getLineAndCharacterOfPosition(start).line + 1
      calls.push({ row: { file, line, columns: columnsOf(node, checker) }, start, end })
    }
    ts.forEachChild(node, visit)
  }
  if (source !== undefined) visit(source)
  return calls
}

function isRawQuery(tag: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(tag) && tag.name.text === '$queryRaw'
}

/** The call is of type `PrismaPromise<Row[]>`. */
function columnsOf(call: ts.Expression, checker: ts.TypeChecker): Map<string, DeclaredColumn> | null {
  const rows = elementOf(checker.getTypeAtLocation(call), checker)
  const row = rows === null ? null : elementOf(rows, checker)
  if (row === null || isLeftOpen(row)) return null
  const columns = checker.getPropertiesOfType(row).map((property): [string, DeclaredColumn] => {
    const parts = partsOf(checker.getTypeOfSymbol(property))
    const kinds = new Set(parts.filter((part) => !isNothing(part)).map((part) => kindOf(part, checker)))
    const mayBeMissing = (property.flags & ts.SymbolFlags.Optional) !== 0
    const mayBeNull = parts.some(isNothing) || kinds.has('any')
    return [property.name, { kinds: [...kinds], mayBeNull, mayBeMissing }]
  })
  return new Map(columns)
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  if (isLeftOpen(type)) return 'any'
  if (type.flags & ts.TypeFlags.StringLike) return 'string'
  if (type.flags & ts.TypeFlags.NumberLike) return 'number'
  if (type.flags & ts.TypeFlags.BigIntLike) return 'bigint'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean'
  const name = type.getSymbol()?.name ?? ''
  if (['Date', 'Decimal', 'Uint8Array'].includes(name)) return name
  const element = checker.isArrayType(type) ? elementOf(type, checker) : null
  if (element === null) return 'json'
  const parts = partsOf(element).filter((part) => !isNothing(part))
  const kinds = new Set(parts.map((part) => kindOf(part, checker)))
  return kinds.size === 1 ? `${[...kinds].join()}[]` : 'json'
}

/** The first argument of a generic type. */
function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | null {
  if ((type.flags & ts.TypeFlags.Object) === 0 || !('target' in type)) return null
  return checker.getTypeArguments(type as ts.TypeReference)[0] ?? null
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

function isNothing({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
}

function isLeftOpen({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
}
