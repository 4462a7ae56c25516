import { z } from 'zod'
import { withoutForbidden } from './decode-document.ts'
import type { FeedChapter, Enclosure } from './feed-types.ts'
import { onOneLine, shorten } from '#lib/documents/html/plain-text.ts'
import type { RawEntry } from './rss-reader.ts'
import { resolveWebAddress } from '#lib/documents/html/web-address.ts'
import { childrenOf } from './xml-node.ts'

/** More are no chapters; as in the texts of podcasts (components/reading/player/chapters-in-text.ts). */
const mostChapters = 300
const longestTitle = 200
/** Eleven days: longer than any sound, and an integer of the database. */
const longestMs = 1_000_000_000

/**
 * The chapters of a posting's sound or film in a feed: those of Podlove's Simple Chapters, which it lists itself,
 * and where a file of them is (podcast:chapters of Podcasting 2.0). Empty where it says nothing.
 */
export function chaptersOf(raw: RawEntry, base: string): Pick<Enclosure, 'chapters' | 'chaptersUrl'> {
  const listed = raw.fields('psc:chapters').flatMap((list) => childrenOf(list, 'psc:chapter'))
  const chapters = inOrder(
    listed.map(({ $ }) => ({ startMs: readPlayTime($['start'] ?? ''), title: $['title'] })),
  )
  const files = raw.fields('podcast:chapters').filter(({ $ }) => /json|^$/i.test($['type'] ?? ''))
  const chaptersUrl = files.map(({ $ }) => resolveWebAddress($['url'], base)).find((url) => url !== null)
  return {
    ...(chapters.length === 0 ? {} : { chapters }),
    ...(chaptersUrl === undefined || chaptersUrl === null ? {} : { chaptersUrl }),
  }
}

/** The length of a sound or film by the first that is possible: iTunes says "31:05" or seconds, Media RSS and JSON Feed say seconds. */
export function durationOf(written: readonly string[]): Pick<Enclosure, 'durationMs'> {
  const durationMs = written.map(readPlayTime).find((ms) => ms !== null && ms > 0 && ms <= longestMs)
  return durationMs === undefined || durationMs === null ? {} : { durationMs }
}

const chapterFile = z.looseObject({ chapters: z.array(z.unknown()).max(10_000) })
const chapterInFile = z.looseObject({
  startTime: z.number(),
  title: z.string().optional(),
  /** False: not for the table of contents. */
  toc: z.boolean().optional(),
})

/**
 * The chapters of a file of Podcasting 2.0 (application/json+chapters); null when it is none. Call it in a worker thread only
 * (parse-in-worker.ts).
 */
export function readChapterFile(file: Buffer): readonly FeedChapter[] | null {
  let json: unknown
  try {
    json = JSON.parse(file.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const list = chapterFile.safeParse(json).data
  if (list === undefined) return null
  const known = list.chapters.flatMap((each) => chapterInFile.safeParse(each).data ?? [])
  return inOrder(
    known
      .filter(({ toc }) => toc !== false)
      .map(({ startTime, title }) => ({ startMs: Math.round(startTime * 1000), title })),
  )
}

type Written = { readonly startMs: number | null; readonly title: string | undefined }

/** By their starts, those without a name or a time left out; of several at one time the first. */
function inOrder(written: readonly Written[]): readonly FeedChapter[] {
  const chapters = new Map<number, FeedChapter>()
  for (const { startMs, title } of written) {
    const name = shorten(onOneLine(withoutForbidden(title ?? '')), longestTitle)
    if (name === '' || startMs === null || !(startMs >= 0 && startMs <= longestMs)) continue
    if (!chapters.has(startMs)) chapters.set(startMs, { startMs, title: name })
  }
  return [...chapters.values()].toSorted((a, b) => a.startMs - b.startMs).slice(0, mostChapters)
}

/** Normal Play Time (RFC 2326, 3.6): "1:02:03.5", "02:03", "123.5", in milliseconds. */
function readPlayTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,7}(?:\.\d{1,9})?)$/.exec(text.trim())
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000)
}
