import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Prisma, PrismaClient } from '#lib/store/generated/client.ts'

/** The place at which `lib` asks a raw statement. Lines and columns count from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number }

/** A text of the statement at a place, or a column that was null in one of its rows. */
type Recorded = Place & { readonly text?: string; readonly nullColumn?: string }

type Heard = ((heard: unknown) => unknown) | null
type Asked = { then: (onRows?: Heard, onError?: Heard) => PromiseLike<unknown> }
type Ask = (this: PrismaClient, strings: TemplateStringsArray, ...values: unknown[]) => Asked
type Statement = { readonly place: Place; readonly texts: Set<string>; readonly nullColumns: Set<string> }

/** Conditions and lists make many texts of some statements; their columns hardly differ. */
const mostTexts = 50
/** Rows of each answer that are searched for nulls: long answers would slow the tests. */
const mostRows = 50
/** As the lines of a stack name it. */
const root = pathToFileURL(path.resolve(import.meta.dirname, '../../..')).href
/** By the literal parts of a template: JavaScript has one such object for each place in the code. Null: not in `lib`. */
const statements = new WeakMap<TemplateStringsArray, Statement | null>()

const recordsTo = process.env['TEST_STATEMENTS_FILE']
if (recordsTo !== undefined) record(recordsTo)

/** The notes of this run's test files. */
export function readRecorded(): Recorded[] {
  if (recordsTo === undefined || !existsSync(recordsTo)) return []
  const lines = readFileSync(recordsTo, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Recorded)
}

/** Notes each raw statement that asks for rows, once for each place and text. */
function record(file: string): void {
  const client = PrismaClient.prototype as { $queryRaw: Ask }
  const ask = client.$queryRaw
  client.$queryRaw = function (strings, ...values) {
    const promise = ask.call(this, strings, ...values)
    const statement = statementOf(strings)
    if (statement === null) return promise
    noteText(file, statement, Prisma.sql(strings, ...values))
    const then = promise.then.bind(promise)
    promise.then = (onRows, onError) =>
      then((rows) => {
        noteNulls(file, statement, rows)
        return onRows ? onRows(rows) : rows
      }, onError)
    return promise
  }
}

function statementOf(strings: TemplateStringsArray): Statement | null {
  const known = statements.get(strings)
  if (known !== undefined) return known
  const place = placeOfCall()
  const statement =
    place === null ? null : { place, texts: new Set<string>(), nullColumns: new Set<string>() }
  statements.set(strings, statement)
  return statement
}

/** The first line of the stack that is ours. */
function placeOfCall(): Place | null {
  const frames = (new Error().stack ?? '').split('\n')
  const ours = frames.find((frame) => frame.includes(root) && !frame.includes(import.meta.url))
  const found = /^\/(lib\/[^:]+):(\d+):(\d+)\)?$/.exec(ours?.split(root)[1] ?? '')
  const [, file, line, column] = found ?? []
  return file === undefined ? null : { file, line: Number(line), column: Number(column) }
}

function noteText(file: string, { place, texts }: Statement, { text }: Prisma.Sql): void {
  const withoutLists = text.replaceAll(/\$\d+, ?/g, '')
  if (texts.size >= mostTexts || texts.has(withoutLists)) return
  texts.add(withoutLists)
  append(file, { ...place, text })
}

function noteNulls(file: string, { place, nullColumns }: Statement, rows: unknown): void {
  if (!Array.isArray(rows)) return
  for (const row of rows.slice(0, mostRows) as Record<string, unknown>[])
    for (const [column, value] of Object.entries(row)) {
      if (value !== null || nullColumns.has(column)) continue
      nullColumns.add(column)
      append(file, { ...place, nullColumn: column })
    }
}

/** Several processes append; the system writes each line in one piece. */
function append(file: string, line: Recorded): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}
