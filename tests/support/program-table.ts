import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The acts of a reader in a program, in the order of the table's columns. */
export const steps = [
  'sign-in',
  'first sync',
  'read',
  'star',
  'mark all',
  'add',
  'move',
  'remove',
  'back from the web',
] as const
export type Step = (typeof steps)[number]
type Row = { readonly program: string; readonly protocol: string; readonly cells: Record<Step, string> }

const folder = path.join(import.meta.dirname, '../../.cache/reader-programs')

/**
 * A row of `.cache/reader-programs/table.md`, which each run writes anew. A step is "no" until it is proven.
 * A step that the program cannot do says so, and so does a step that the test leaves out.
 */
export function programRow(
  program: string,
  protocol: string,
  others: Readonly<Partial<Record<Step, 'not possible' | 'not tried'>>>,
): (...proven: readonly Step[]) => void {
  const cells = Object.fromEntries(steps.map((step) => [step, others[step] ?? 'no'])) as Row['cells']
  const write = () => {
    mkdirSync(folder, { recursive: true })
    const row: Row = { program, protocol, cells }
    const name = `${program} ${protocol}`.replaceAll(/[^\w.]+/g, '-')
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(row))
    writeTable()
  }
  write()
  return (...proven) => {
    for (const step of proven) cells[step] = 'yes'
    write()
  }
}

function writeTable(): void {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Row)
  const lines = [
    ['program', 'protocol', ...steps],
    ['', '', ...steps].map(() => '---'),
    ...rows.map(({ program, protocol, cells }) => [program, protocol, ...steps.map((step) => cells[step])]),
  ]
  const text = lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
  writeFileSync(path.join(folder, 'table.md'), `${text}\n`)
}
