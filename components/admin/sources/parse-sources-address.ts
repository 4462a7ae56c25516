import { adminSourcesQuery, type AdminSourcesQuery } from '#lib/api/server/admin.ts'

/** The query of the address; a part that is wrong falls back to its default, the others stay. */
export function parseSourcesAddress(
  parameters: Readonly<Record<string, string | string[] | undefined>>,
): AdminSourcesQuery {
  const names = Object.keys(adminSourcesQuery.shape) as (keyof AdminSourcesQuery)[]
  const valid = names.filter((name) => adminSourcesQuery.safeParse({ [name]: parameters[name] }).success)
  return adminSourcesQuery.parse(Object.fromEntries(valid.map((name) => [name, parameters[name]])))
}
