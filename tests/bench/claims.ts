import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A line of `npm run bench`: what docs/measured.md claims, measured beside something bare in the same run. */
export type Claim = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** A thing that does no more than is needed for it, in the same unit. */
  readonly bare: { readonly what: string; readonly value: number }
  readonly goal?: { readonly text: string; readonly isMet: boolean }
}

/** The file in which a bench tells its claims, for whoever started it. */
export const claimsVariable = 'BENCH_CLAIMS'

/** Tells `npm run bench` of a figure; a bench that is run by itself prints its own table only. */
export function tellClaim(claim: Claim): void {
  const file = process.env[claimsVariable]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(claim)}\n`)
}

/** Whether a value is at most so much, as a goal. */
export function atMost(value: number, most: number, unit: string): NonNullable<Claim['goal']> {
  return { text: `${most.toLocaleString('en')} ${unit}`, isMet: value <= most }
}

/** The claims told to a file so far; none where no bench has. */
export function readClaims(file: string): readonly Claim[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Claim) // written by tellClaim
}
