import { adminSourcesQuery, type AdminSourcesQuery } from '#lib/api/server/admin.ts'

const defaults = adminSourcesQuery.parse({})
const names = Object.keys(defaults) as (keyof AdminSourcesQuery)[]

/** The query of the address; a part that is wrong falls back to its default, the others stay. */
export function parseSourcesAddress(
  parameters: Readonly<Record<string, string | string[] | undefined>>,
): AdminSourcesQuery {
  const valid = names.filter((name) => adminSourcesQuery.safeParse({ [name]: parameters[name] }).success)
  return adminSourcesQuery.parse(Object.fromEntries(valid.map((name) => [name, parameters[name]])))
}

/** The address of a list; what is as usual is left out. */
export function sourcesAddress(query: AdminSourcesQuery): string {
  const changed = names.filter((name) => query[name] !== defaults[name])
  const search = new URLSearchParams(changed.map((name) => [name, String(query[name])]))
  return search.size === 0 ? '/admin/sources' : `/admin/sources?${search}`
}

/** The address of the same list as a file: all its pages, in its order. */
export function sourcesFileAddress(query: AdminSourcesQuery): string {
  return `/api/v1${sourcesAddress({ ...query, page: 1 }).replace('/admin/sources', '/admin/sources/csv')}`
}
