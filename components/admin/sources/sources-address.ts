import type { AdminSourcesQuery } from '#lib/api/server/admin.ts'

/** The defaults of `adminSourcesQuery`. Browsers load no parser for them. */
const defaults: AdminSourcesQuery = {
  search: '',
  state: 'all',
  sort: 'subscribers',
  direction: 'desc',
  page: 1,
  pageSize: 50,
}
const names = Object.keys(defaults) as (keyof AdminSourcesQuery)[]

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
