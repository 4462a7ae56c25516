import { alertAbout, type AlertAbout } from '#lib/api/alerts/alerts.ts'

type Parameters = Readonly<Record<string, string | string[] | undefined>>

/** The alert that the address asks for: "?source=1", "?folder=2", "?view=3", "?q=WORDS" (in a folder or source with it); null: nothing. */
export function parseAbout({ source, folder, view, q }: Parameters): AlertAbout | null {
  const place = {
    ...(source === undefined ? {} : { sourceId: Number(source) }),
    ...(folder === undefined ? {} : { folderId: Number(folder) }),
  }
  const asked = [
    { kind: 'query', query: q, ...place },
    { kind: 'view', viewId: Number(view) },
    { kind: 'folder', folderId: Number(folder) },
    { kind: 'source', sourceId: Number(source) },
  ]
  for (const each of asked) {
    const parsed = alertAbout.safeParse(each)
    if (parsed.success) return parsed.data
  }
  return null
}
