import { formatQuery } from '#lib/search/format-query.ts'

type PlaceNames = { readonly folder: string | undefined; readonly source: string | undefined }

/** The query of a search in one folder or source, as one that says so itself: views know no other place. */
export function narrowedQuery(text: string, { folder, source }: PlaceNames): string {
  const place = folder === undefined ? source : folder
  if (place === undefined) return text
  const term = formatQuery({ kind: folder === undefined ? 'from' : 'in', name: place })
  return `${/\bOR\b|\|/.test(text) ? `(${text})` : text} ${term}`
}
