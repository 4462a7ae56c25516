import { expect, test } from 'vitest'
import { programTable, steps, type ProgramResult } from './program-table.ts'

const cells = Object.fromEntries(steps.map((step) => [step, 'yes'])) as ProgramResult['cells']
const result = { program: 'liferea', commit: 'abc', version: '1.14.4', cells }
const rowOf = (table: string, name: string) => table.split('\n').find((line) => line.startsWith(`| ${name}`))

test('a program has what its test proved on this commit, and its version', () => {
  const row = rowOf(programTable([result], 'abc'), 'Liferea')
  expect(row).toMatch(/^\| Liferea \(1\.14\.4\) \| Google Reader \| program \|( yes \|){9}$/)
})

test('what another commit proved is not run, and so is what has no result', () => {
  const table = programTable([{ ...result, commit: 'old' }], 'abc')
  for (const name of ['Liferea', 'NetNewsWire']) expect(rowOf(table, name)).toMatch(/( not run \|){9}$/)
})
