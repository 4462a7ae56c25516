/** Times that a statement is asked until its plan is kept: what is asked seldom, or is put together anew each time, is not. */
const keptFrom = 3
/** Statements whose plans a connection keeps, some 50 kB each. */
const mostKept = 200
/** Other statements that are remembered at a time. */
const mostSeen = 2_000

/**
 * Names for the statements that are asked again and again, so that a connection plans them once: planning was half of what
 * PostgreSQL did for readers (`npm run bench -- load`). '': not kept. Searches are not: how common their words are decides
 * how they are best planned.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size === mostKept || sql.includes('tsquery')) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (seen.size === mostSeen) seen.clear()
    seen.set(sql, times)
    if (times < keptFrom) return ''
    const name = `kept_${names.size}`
    names.set(sql, name)
    seen.delete(sql)
    return name
  }
}
