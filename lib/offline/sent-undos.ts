import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { openKept, readJson, writeJson } from './kept.ts'

/** The way in which the server takes back a mark-read that was made without it and sent since. */
type SentUndo = {
  readonly undoToken: string
  /** The kept postings that it marked. */
  readonly ids: readonly string[]
  readonly sentAt: number
}

const sentPath = '/__kept/undo/'
/** The server takes no older ones. */
const undoMs = HOUR_MS

const sentKey = (token: string) => `${sentPath}${encodeURIComponent(token)}`

/** Keeps it with what is forgotten with the account, under the token that the page was given; old ones go. */
export async function keepSentUndo(token: string, undo: SentUndo): Promise<void> {
  const cache = await openKept()
  if (cache === null) return
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (!pathname.startsWith(sentPath)) continue
    const old = await readJson<SentUndo>(cache, pathname)
    if (old !== null && undo.sentAt - old.sentAt > undoMs) await cache.delete(pathname)
  }
  await writeJson(cache, sentKey(token), undo)
}

/** Null: the token is the server's own, or nothing is known of it here. */
export async function readSentUndo(token: string): Promise<SentUndo | null> {
  const cache = await openKept()
  return cache === null ? null : readJson<SentUndo>(cache, sentKey(token))
}
