import type { AlertAbout } from '#lib/api/alerts/alerts.ts'

type Parameters = Readonly<Record<string, string | string[] | undefined>>

/** The alert that the address asks for: "?source=1", "?folder=2", "?view=3", "?q=WORDS" (in a folder or source with it); null: nothing. */
export function parseAbout({ source, folder, view, q }: Parameters): AlertAbout | null {
  const [sourceId, folderId, viewId] = [idOf(source), idOf(folder), idOf(view)]
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
  return typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
