import type { Claim } from './claims.ts'
import { digits } from './traces.ts'

export const heads = ['bench', 'what', 'measured', 'bare', 'ratio', 'goal', 'the bare one'] as const
const widths = [13, 78, 18, 18, 7, 20, 0] as const
const toTheLeft = new Set<string>(['bench', 'what', 'the bare one'])

/** A line of the table. Columns have fixed widths, as rows are printed before the later ones are known; what is longer sticks out. */
export function rowLine(cells: readonly string[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0
      return toTheLeft.has(heads[column] ?? '') ? cell.padEnd(width) : cell.padStart(width)
    })
    .join('  ')
}

/** The cells of the table for a claim, under the name of its bench; a missed goal is marked. */
export function cellsOf(bench: string, claim: Claim): string[] {
  const { what, value, unit, bare, goal } = claim
  return [
    bench,
    what,
    `${digits(value)} ${unit}`,
    `${digits(bare.value)} ${unit}`,
    isMeasured(claim) ? digits(value / bare.value) : '?',
    goal === undefined ? '' : `${goal.text}${goal.isMet ? '' : ' !'}`,
    bare.what,
  ]
}

/** Whether both sides are numbers whose ratio says something: NaN comes as null out of JSON, and nothing is so many times nought. */
export function isMeasured({ value, bare }: Claim): boolean {
  return Number.isFinite(value) && Number.isFinite(bare.value) && bare.value > 0
}
