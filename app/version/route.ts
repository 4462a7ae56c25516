import { minifluxVersion } from '#lib/sync/miniflux/me.ts'
import { plain, syncRoute } from '#lib/sync/sync-answer.ts'

/** Older clients of Miniflux ask here for its version, as text and before they sign in. */
export const GET = syncRoute(() => Promise.resolve(plain(minifluxVersion)))
