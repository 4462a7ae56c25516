import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import {
  readDeclaredRows,
  type DeclaredColumn,
  type DeclaredRow,
  type DeclaredRows,
} from '../support/statements/declared-rows.ts'
import { describeStatements, type DescribedColumn } from '../support/statements/described-columns.ts'
import { readRecorded } from '../support/statements/recorder.ts'

/**
 * Row types of raw statements are written by hand. The tests of the project `database` note what they ask; afterwards PostgreSQL describes
 * each statement, and the compiler says what the code declares for it.
 */
const recorded = readRecorded()
const hasAllFiles = process.env['TEST_STATEMENTS'] === 'all'

describe.skipIf(recorded.length === 0 && !hasAllFiles)('raw statements', () => {
  let database: TestDatabase
  let declared: DeclaredRows
  beforeAll(async () => {
    database = await createTestDatabase()
    declared = readDeclaredRows()
  })
  afterAll(() => database.drop())

  test('give the columns and types that the code declares', async () => {
    const statements = recorded.flatMap(({ text, ...place }) => (text === undefined ? [] : [{ text, place }]))
    const described = await describeStatements(
      database.url,
      statements.map(({ text }) => ofWholeTables(text)),
    )
    const faults = described.flatMap((answer, at) => {
      const place = statements[at]?.place
      const row = place === undefined ? null : declared.at(place)
      if (row === null) return [`${JSON.stringify(place)}: no statement is there`]
      const found = 'refused' in answer ? [answer.refused] : faultsOf(row, answer)
      return found.map((fault) => `${nameOf(row)}: ${fault}`)
    })
    expect([...new Set(faults)]).toEqual([])
  })

  test('gave null only where the code declares it', () => {
    const faults = recorded.flatMap(({ nullColumn = '', ...place }) => {
      const row = declared.at(place)
      const isNever = row?.columns?.get(nullColumn)?.mayBeNull === false
      return row !== null && isNever ? [`${nameOf(row)}: ${nullColumn} was null`] : []
    })
    expect(faults).toEqual([])
  })

  test.runIf(hasAllFiles)('are all asked by some test', () => {
    const asked = new Set(recorded.map((place) => declared.at(place)))
    expect(declared.all.filter((row) => !asked.has(row)).map(nameOf)).toEqual([])
  })
})

/** Partitions are made while the server runs, so the empty database has their tables alone (lib/store/partitions). */
function ofWholeTables(text: string): string {
  return text.replaceAll(/"(poll|posting)_from_\d+"/g, '"$1"')
}

/** The types of Prisma for PostgreSQL's in JavaScript, where they are not `json` (@prisma/adapter-pg). */
const kinds: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  bigint: 'bigint',
  oid: 'bigint',
  numeric: 'Decimal',
  text: 'string',
  'character varying': 'string',
  name: 'string',
  uuid: 'string',
  bytea: 'Uint8Array',
  date: 'Date',
  'timestamp without time zone': 'Date',
  'timestamp with time zone': 'Date',
}

function faultsOf({ columns }: DeclaredRow, described: readonly DescribedColumn[]): string[] {
  if (columns === null) return []
  const names = described.map(({ name }) => name)
  const missing = [...columns].filter(([name, { mayBeMissing }]) => !mayBeMissing && !names.includes(name))
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is selected twice`),
    ...missing.map(([name]) => `${name} is declared but not selected`),
    ...described.flatMap(({ name, type }) => {
      const column = columns.get(name)
      if (column === undefined) return [`${name} is selected but not declared`]
      return mayHold(column, type) ? [] : [`${name} is ${type}, but declared ${column.kinds.join(' | ')}`]
    }),
  ]
}

/** JSON may hold what can be written as JSON; what it holds is not looked at. */
function mayHold({ kinds: declared }: DeclaredColumn, type: string): boolean {
  if (type === 'json' || type === 'jsonb')
    return !declared.some((kind) => /^(?:bigint|Date|Decimal|Uint8Array)/.test(kind))
  const [, element = type, brackets = ''] = /^(.+?)(\[\])?$/.exec(type) ?? []
  const kind = kinds[element]
  return declared.includes('any') || (kind !== undefined && declared.includes(`${kind}${brackets}`))
}

function nameOf({ file, line }: DeclaredRow): string {
  return `${file}:${line}`
}
