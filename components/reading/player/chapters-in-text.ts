import type { Chapter } from '#lib/api/postings/postings.ts'

const clock = String.raw`(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)`
/** "12:30 The tug", "(1:02:03) – The tug" */
const clockFirst = new RegExp(String.raw`^[\s•*·\-–—([]*${clock}[)\]]?\s*[-–—:|.]?\s+(\S.*)$`)
/** "The tug (12:30)", "The tug – 12:30": what stands before the clock is looked at by itself, as one pattern would take a square. */
const clockLast = new RegExp(String.raw`${clock}[)\]]?$`)
const separator = /[\s\-–—:|([]/
const mostChapters = 300
const longestTitle = 200
/** Longer lines are prose. */
const longestLine = 500

/**
 * The chapters that the text of a podcast lists, a line each with its time at one end: the one way to give them that most
 * publishers use. Times rise; what tells one time only, or jumps about, lists no chapters.
 */
export function chaptersIn(lines: readonly string[]): readonly Chapter[] {
  const chapters = lines.flatMap((line) => chapterIn(line.trim()) ?? []).slice(0, mostChapters)
  const rise = chapters.every(({ startMs }, at) => at === 0 || startMs > (chapters[at - 1]?.startMs ?? 0))
  return chapters.length > 1 && rise ? chapters : []
}

function chapterIn(line: string): Chapter | null {
  if (line.length > longestLine) return null
  const first = clockFirst.exec(line)
  if (first !== null) {
    const [, hours, minutes, seconds, title = ''] = first
    return { startMs: msOf(hours, minutes, seconds), title: title.slice(0, longestTitle) }
  }
  const last = clockLast.exec(line)
  if (last === null) return null
  const title = withoutSeparators(line.slice(0, last.index))
  if (title === '' || title.length === last.index) return null
  const [, hours, minutes, seconds] = last
  return { startMs: msOf(hours, minutes, seconds), title: title.slice(0, longestTitle) }
}

/** A text without what parts it from what followed. */
function withoutSeparators(text: string): string {
  let end = text.length
  while (end > 0 && separator.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

function msOf(hours = '0', minutes = '0', seconds = '0'): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

const lineEnds = 'p, li, br, div, tr, dt, dd, h1, h2, h3, h4, h5, h6, pre, blockquote'

/** The lines of a cleaned text as a reader sees them. */
export function linesOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const each of body.querySelectorAll(lineEnds)) each.after('\n')
  return (body.textContent ?? '').split('\n')
}
