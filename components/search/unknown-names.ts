import { folded } from '#lib/search/folded.ts'
import { nameTokens, type NameField } from '#lib/search/rename-in-query.ts'

/** A name in a query that nothing has. The search is asked all the same: the other parts may find something. */
export type UnknownName = {
  readonly kind: 'folder' | 'label' | 'source'
  readonly at: number
  readonly length: number
  readonly name: string
  /** The names that are nearly so; null: there is none. */
  readonly nearest: string | null
}

/** The things that can be named, each with all its names, the one to be suggested first; undefined: not known yet. */
type KnownNames = Readonly<Record<NameField, readonly (readonly string[])[] | undefined>>

const kinds = { in: 'folder', label: 'label', from: 'source' } as const
const fields = ['in', 'label', 'from'] as const

/** The names in a query that nothing of the subscriber has, from left to right. */
export function unknownNames(text: string, known: KnownNames): UnknownName[] {
  const unknown = fields.flatMap((field) => {
    const all = known[field]
    if (all === undefined) return []
    return nameTokens(text, field).flatMap(({ value, at, length }) => {
      const name = value.trim()
      if (all.some((names) => names.some((each) => isMeant(field, each, name)))) return []
      return [{ kind: kinds[field], at, length, name, nearest: nearestOf(name, all) }]
    })
  })
  return unknown.toSorted((a, b) => a.at - b.at)
}

/** As lib/store/search/search-scope.ts and search-condition.ts compare names. */
function isMeant(field: NameField, own: string, name: string): boolean {
  if (field === 'label') return own.trim().toLowerCase() === name.toLowerCase()
  if (field === 'in') return folded(own) === folded(name)
  return ` ${folded(own)}`.includes(` ${folded(name)}`)
}

function nearestOf(name: string, all: readonly (readonly string[])[]): string | null {
  const asked = folded(name)
  const most = Math.max(1, Math.floor(asked.length / 3))
  let nearest: string | null = null
  let least = most + 1
  for (const names of all) {
    const distance = Math.min(...names.map((each) => distanceOf(asked, folded(each), least)))
    if (distance < least) [least, nearest] = [distance, names[0] ?? null]
  }
  return nearest
}

/** Letters to add, take away or change (Levenshtein); `limit` where it is at least that. */
function distanceOf(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1]
    for (const [index, against] of [...other].entries()) {
      const changed = (row[index] ?? 0) + Number(letter !== against)
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? limit
}
