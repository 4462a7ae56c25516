import { readFileSync } from 'node:fs'
import pg from 'pg'

/** A statement as it was sent to the database. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

let recording: Statement[] | null = null

/** From now on `recordSql` sees what every client of this process sends. */
export function watchSql(): void {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const watched = function (this: pg.Client, ...args: unknown[]): unknown {
    const [asked, values] = args
    if (recording !== null) {
      const config = typeof asked === 'object' && asked !== null ? (asked as Partial<Statement>) : {}
      const text = typeof asked === 'string' ? asked : (config.text ?? '')
      recording.push({ text, values: config.values ?? (Array.isArray(values) ? values : []) })
    }
    return original.apply(this, args)
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
}

/** The statements that some work sends, without those that open and close transactions. */
export async function recordSql(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  recording = statements
  try {
    await work()
  } finally {
    recording = null
  }
  return statements.filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text))
}

/** The statement that answers from memory are compared with. */
const roundTrip: Statement = { text: 'SELECT 1', values: [] }

/** Milliseconds that the statements alone take, one after the other, undone afterwards; of none: the way to the database and back. */
export async function timeSql(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  await client.query('BEGIN')
  const startedAt = performance.now()
  for (const { text, values } of statements.length === 0 ? [roundTrip] : statements)
    await client.query(text, [...values])
  const took = performance.now() - startedAt
  await client.query('ROLLBACK')
  return took
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** Milliseconds of processor time that the database's process behind a client has used; NaN where it runs elsewhere. */
export async function databaseCpuMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  try {
    const fields =
      readFileSync(`/proc/${rows[0]?.pid ?? 0}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return Number.NaN // no Linux, or another machine
  }
}

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The scan that reads most rows over all statements, and how many. */
export async function greatestRead(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<{ readonly rows: number; readonly where: string }> {
  let most = { rows: 0, where: '' }
  await client.query('BEGIN')
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      [...values],
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    for (const node of plan === undefined ? [] : nodesOf(plan)) {
      const each =
        node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)
      const read = Math.round(each * node['Actual Loops'])
      if (
        /Scan/.test(node['Node Type']) &&
        !/CTE|Subquery|Function/.test(node['Node Type']) &&
        read > most.rows
      )
        most = { rows: read, where: node['Index Name'] ?? node['Relation Name'] ?? node['Node Type'] }
    }
  }
  await client.query('ROLLBACK')
  return most
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
