import type { AlertAbout } from '#lib/api/alerts/alerts.ts'

/** The largest number of a row. */
const mostId = 2_147_483_647

type Parameters = Readonly<Record<string, string | string[] | undefined>>

/** The alert that the address asks for: "?source=1", "?folder=2", "?view=3", "?q=WORDS" (in a folder or source with it); null: nothing that can be. */
export function parseAbout({ source, folder, view, q }: Parameters): AlertAbout | null {
  const [sourceId, folderId, viewId] = [idOf(source), idOf(folder), idOf(view)]
  // An alert of one feed is none of all where the feed's number is none.
  if ([source, folder].some((given) => given !== undefined && idOf(given) === null)) return null
  const place = {
    ...(sourceId === null ? {} : { sourceId }),
    ...(folderId === null ? {} : { folderId }),
  }
  if (typeof q === 'string') return { kind: 'query', query: q, ...place }
  if (viewId !== null) return { kind: 'view', viewId }
  if (folderId !== null) return { kind: 'folder', folderId }
  return sourceId === null ? null : { kind: 'source', sourceId }
}

function idOf(text: Parameters[string]): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= mostId
    ? Number(text)
    : null
}
