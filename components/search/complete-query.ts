import { formatQuery } from '#lib/search/format-query.ts'
import { queryStates } from '#lib/search/query.ts'

/** The values that may stand behind a field where the caret is. */
export type Completion = {
  readonly label: string
  /** The whole text with it put in, and where the caret goes. */
  readonly text: string
  readonly caret: number
}

type CompletedNames = { readonly in: readonly string[]; readonly from: readonly string[] }

const mostShown = 8
const begun = /(?:^|[\s(|-])(in|from|is):(?:(["“„])([^"”“]*)|([^\s()|"“”„«»]*))$/iu

/** Names of folders, sources and states that begin or hold what is written behind `in:`, `from:` or `is:` up to the caret. */
export function completeQuery(text: string, caret: number, names: CompletedNames): Completion[] {
  const match = begun.exec(text.slice(0, caret))
  if (match === null) return []
  const field = match[1]?.toLowerCase() as 'in' | 'from' | 'is'
  const written = (match[3] ?? match[4] ?? '').toLowerCase()
  const start = caret - (match[2] === undefined ? written.length : written.length + 1)
  const after = text.slice(caret).replace(/^[^\s()|"“”„]*["”“]?\s?/u, '')
  return [...new Set(field === 'is' ? queryStates : names[field])]
    .filter((name) => name.toLowerCase().includes(written))
    .filter((name) => field !== 'is' || name !== written)
    .sort((one, other) => rank(one, written) - rank(other, written))
    .slice(0, mostShown)
    .map((label) => {
      const value = field === 'is' ? label : formatQuery({ kind: field, name: label }).slice(field.length + 1)
      const before = `${text.slice(0, start)}${value} `
      return { label, text: before + after, caret: before.length }
    })
}

/** Those that begin so come first. */
function rank(name: string, written: string): number {
  return name.toLowerCase().startsWith(written) ? 0 : 1
}
