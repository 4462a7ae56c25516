import { z } from 'zod'
import { accountExport, type AccountExport } from './account-export.ts'
import { feedbinEntry, readFeedbinEntry } from './import-feedbin.ts'
import { minifluxEntry, readMinifluxEntry } from './import-miniflux.ts'
import { isStarredStreamId, readerItem, readReaderItem } from './import-reader-json.ts'
import {
  emptyImport,
  refusedImport,
  type ImportKind,
  type ImportProblem,
  type ParsedImport,
} from './import-types.ts'
import { readInstant, toImportedPostings, type WrittenPosting } from './imported-posting.ts'
import { parseOpml } from './parse-opml.ts'
import { readZip, ZipError, type ZippedFile, type ZipProblem } from './read-zip.ts'

/** Most bytes of all files of an archive together; the archive itself is bounded by whoever receives it. */
const mostUnpacked = 50_000_000
const mostPostings = 100_000
const mostProblems = 1_000
const mostFiles = 100

/**
 * Understands an export of any reader: OPML; the JSON of Google Reader, Inoreader and FreshRSS; Feedbin's starred.json;
 * Miniflux's entries; an export of Skylark; or a zip archive of such files. The kind is recognised by what is inside,
 * never by a name. Pure; heavy for large files, so it runs in a thread (`createImportPool`).
 */
export function parseImport(bytes: Buffer): ParsedImport[] {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return parseArchive(bytes)
  return [parseFile(bytes)]
}

function parseArchive(bytes: Buffer): ParsedImport[] {
  const files = readFiles(bytes)
  if (!Array.isArray(files)) return [refusedImport(files.reason)]
  if (files.length === 0) return [refusedImport('importNothingInArchive')]
  const read = files.slice(0, mostFiles).map((file) => named(parseFile(file.bytes), file.name))
  const left = files[mostFiles]
  if (left === undefined) return read
  return [...read, named(refusedImport('importTooManyFiles', { count: mostFiles }), left.name)]
}

function readFiles(bytes: Buffer): ZippedFile[] | { readonly reason: ZipProblem } {
  try {
    return readZip(bytes, (name) => /\.(opml|xml|json)$/i.test(name), mostUnpacked)
  } catch (error) {
    if (error instanceof ZipError) return error
    if (error instanceof RangeError) return { reason: 'zipBroken' } // read beyond the end of a broken archive
    throw error
  }
}

function named(file: ParsedImport, name: string): ParsedImport {
  return { ...file, name: name.slice(0, 200) }
}

function parseFile(bytes: Buffer): ParsedImport {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(text) ? parseJson(text) : ofOpml(bytes)
}

function ofOpml(bytes: Buffer): ParsedImport {
  const opml = parseOpml(bytes)
  if (opml.refusal !== null) return { ...emptyImport(null), refusal: opml.refusal }
  const problems = opml.problems.map(({ line, reason, values }) => ({ line, place: '', reason, values }))
  return { ...emptyImport('opml'), opml, problems }
}

function parseJson(text: string): ParsedImport {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return refusedImport('importNotJson', { line: lineOf(error, text) })
  }
  const whole = z.looseObject({
    items: z.array(z.unknown()).optional(),
    entries: z.array(z.unknown()).optional(),
  })
  const object = whole.safeParse(json).data
  if (object?.['format'] === 'skylark') return ofSkylark(json)
  if (object?.items !== undefined) {
    const isStarredStream = isStarredStreamId(object['id'])
    return ofList('reader-json', 'items', object.items, readerItem, (item, place) =>
      readReaderItem(item, place, isStarredStream),
    )
  }
  if (object?.entries !== undefined)
    return ofList('miniflux', 'entries', object.entries, minifluxEntry, readMinifluxEntry)
  if (Array.isArray(json)) return ofArray(json)
  return refusedImport('importUnknown')
}

function ofArray(list: readonly unknown[]): ParsedImport {
  const first = z.looseObject({}).safeParse(list[0]).data ?? {}
  if ('published_at' in first && 'feed' in first)
    return ofList('miniflux', '', list, minifluxEntry, readMinifluxEntry)
  if ('created_at' in first && 'published' in first)
    return ofList('feedbin', '', list, feedbinEntry, readFeedbinEntry)
  return refusedImport(list.length === 0 ? 'importEmpty' : 'importUnknown')
}

function ofList<T>(
  kind: ImportKind,
  field: string,
  list: readonly unknown[],
  schema: z.ZodType<T>,
  read: (item: T, place: string) => WrittenPosting,
): ParsedImport {
  const written: WrittenPosting[] = []
  const problems: ImportProblem[] = []
  const refuse = (place: string, reason: ImportProblem['reason'], values: ImportProblem['values'] = {}) => {
    if (problems.length < mostProblems) problems.push({ line: null, place, reason, values })
  }
  for (const [index, item] of list.slice(0, mostPostings).entries()) {
    const place = `${field}[${index}]`
    const parsed = schema.safeParse(item)
    if (parsed.success) {
      const posting = read(parsed.data, place)
      const isEmpty =
        posting.url === null && posting.guid === null && posting.title === '' && posting.html === ''
      if (isEmpty) refuse(place, 'importEmptyEntry')
      else written.push(posting)
    } else {
      const issue = parsed.error.issues[0]
      refuse([place, ...(issue?.path ?? [])].join('.'), 'importField')
    }
  }
  if (list.length > mostPostings)
    refuse(`${field}[${mostPostings}]`, 'importTooMany', { count: mostPostings })
  return { ...emptyImport(kind), postings: toImportedPostings(written), problems }
}

function ofSkylark(json: unknown): ParsedImport {
  const parsed = accountExport.safeParse(json)
  if (parsed.success) return ofAccount(parsed.data)
  const issue = parsed.error.issues[0]
  const place = issue?.path.join('.') ?? ''
  const isNewer = place === 'version' && issue?.code === 'too_big'
  if (isNewer) return { ...refusedImport('importNewer'), kind: 'skylark' }
  const problem = { line: null, place, reason: 'importField', values: {} } as const
  return { ...refusedImport('importField'), kind: 'skylark', problems: [problem] }
}

/** As many labels as an account may have at most (MAX_LABELS). A file may name millions, each of which would be looked for. */
const mostLabels = 10_000

function ofAccount(account: AccountExport): ParsedImport {
  const known = new Set(account.labels)
  const isLabel = (name: string) => known.has(name) || (known.size < mostLabels && known.add(name).size > 0)
  const written = account.states.flatMap(
    ({ posting, labels, note, highlights, feedUrl, key, ...state }, at): WrittenPosting[] => {
      if (posting === null) return []
      const starredAt = readInstant(state.starredAt)
      const laterAt = readInstant(state.laterAt)
      const isNoted = note !== '' || highlights.length > 0
      if (starredAt === null && laterAt === null && labels.length === 0 && !isNoted) return []
      const place = `states[${at}]`
      const keptAt = readInstant(state.keptAt)
      const times = { publishedAt: readInstant(posting.publishedAt), starredAt, laterAt, keptAt }
      return [{ ...posting, ...times, place, key, feedUrl, isRead: false, labels, note, highlights }]
    },
  )
  const states = account.states.map((state) => ({ ...state, posting: null }))
  // Labels of our own stay letter for letter.
  const postings = toImportedPostings(written).map((one, at) => ({
    ...one,
    labels: (written[at]?.labels ?? []).filter(isLabel),
  }))
  const subscriptions = account.subscriptions.map((one) => ({ ...one, labels: one.labels.filter(isLabel) }))
  return { ...emptyImport('skylark'), account: { ...account, subscriptions, states }, postings }
}

/** V8 says "(line 5 column 3)" or "at position 123", or that the text ends too early. */
function lineOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : ''
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  const read = position === undefined ? text : text.slice(0, Number(position))
  return read.split('\n').length
}
