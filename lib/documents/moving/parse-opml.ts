import { decodeDocument } from '#lib/documents/read/decode-document.ts'
import { decodeEntities } from '#lib/documents/html/xml-entities.ts'
import { MarkupParser } from '#lib/documents/html/markup-parser.ts'
import { findDoctype } from '#lib/documents/read/find-doctype.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { readOpmlSettings, type OpmlSettings } from './opml-settings.ts'
import { onOneLine } from '#lib/documents/html/plain-text.ts'
import { cutName } from '#lib/text/names.ts'

export type OpmlOutline = {
  /** Line of the file, from 1. */
  readonly line: number
  readonly url: string
  readonly title: string | null
  readonly siteUrl: string | null
  /** Folders from the outside in; empty at the top level. */
  readonly folder: readonly string[]
  readonly settings?: OpmlSettings
}

/** An outline that cannot be used; address and title as written. */
export type OpmlProblem = Pick<OpmlOutline, 'line' | 'url'> & {
  readonly title: string
  /** The message of lib/words/…/errors.json that says it, and what stands in it. */
  readonly reason: 'entryWithoutAddress' | 'noAddress' | 'opmlTooMany'
  readonly values: Readonly<Record<string, string | number>>
}

/** Why a document is refused: a message of lib/words/…/errors.json, and what stands in it. */
type OpmlRefusal = {
  readonly reason: 'opmlTooLarge' | 'opmlTooHeavy' | 'opmlUnread' | 'notOpml' | 'opmlEmpty'
  readonly values: Readonly<Record<string, string | number>>
}

export type ParsedOpml = {
  readonly outlines: readonly OpmlOutline[]
  /** All folders of a list of ours, empty ones too, from the outside in; of others, which make folders of links, none. */
  readonly folders: readonly (readonly string[])[]
  readonly problems: readonly OpmlProblem[]
  /** Why the whole document cannot be used; null when it can. */
  readonly refusal: OpmlRefusal | null
}

/** The largest list known has 36,515 feeds in 4 MB. */
const largestBytes = 20_000_000
const mostOutlines = 100_000
const mostFolders = 10_000
/** Deeper folders are folded into the one at this depth. */
const deepestFolder = 20

/**
 * Reads a subscription list as exported by any reader: nested folders, attributes in any case, bare ampersands, wrong
 * charset, addresses in `xmlUrl` or `url`. Streams without recursion; entities that the file declares are never
 * expanded. Every outline that cannot be used is named in `problems` with its line.
 */
export function parseOpml(document: string | Buffer): ParsedOpml {
  if (document.length > largestBytes) return refused('opmlTooLarge', { megabytes: largestBytes / 1_000_000 })
  const text = typeof document === 'string' ? document.replace(/^\uFEFF/, '') : decodeDocument(document, null)
  const reader = new OpmlReader(text)
  const parser = new MarkupParser(
    {
      onopentag: (name, attributes) => reader.open(name.toLowerCase(), attributes, parser.startIndex),
      onclosetag: (name) => reader.close(name.toLowerCase()),
      ontext: (data) => reader.text(data, parser.startIndex),
    },
    { xmlMode: true, decodeEntities: false, lowerCaseAttributeNames: true },
  )
  parser.end(withoutDoctype(text))
  if (!reader.sawOpml && reader.outlines.length === 0) return refused('notOpml')
  const isEmpty = reader.outlines.length === 0 && reader.problems.length === 0
  if (isEmpty) return refused('opmlEmpty')
  return { outlines: reader.outlines, folders: reader.folders, problems: reader.problems, refusal: null }
}

/** Blanks in its place, so that the lines keep their numbers. */
function withoutDoctype(text: string): string {
  const doctype = findDoctype(text)
  if (doctype === null) return text
  const { start, end } = doctype
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)
}

function refused(reason: OpmlRefusal['reason'], values: OpmlRefusal['values'] = {}): ParsedOpml {
  return { outlines: [], folders: [], problems: [], refusal: { reason, values } }
}

type Folder = { readonly number: number; readonly path: readonly string[] }

class OpmlReader {
  sawOpml = false
  readonly outlines: OpmlOutline[] = []
  readonly problems: OpmlProblem[] = []
  readonly folders: (readonly string[])[] = []
  /** The list says that it has attributes of ours. */
  #isOurs = false
  /** For every open outline the folder around it, where it is one itself. */
  readonly #open: (Folder | null)[] = []
  #folder: Folder = { number: 0, path: [] }
  /** Each path once, however often a list begins it anew: by the number of the folder around it, and its name. */
  readonly #folders = new Map<string, Folder>()
  readonly #text: string
  #line = 1
  /** The end of that line; Infinity: it is the last. */
  #lineEnd: number

  constructor(text: string) {
    this.#text = text
    this.#lineEnd = this.#lineEndAfter(0)
  }

  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void {
    if (name === 'opml') {
      this.sawOpml = true
      this.#isOurs = attributes['xmlns:skylark'] !== undefined
    }
    if (name !== 'outline') return
    const read = (attribute: string) => onOneLine(decodeEntities(attributes[attribute] ?? ''))
    const title = read('title') || read('text')
    const written = read('xmlurl') || read('xml_url') || feedUrlOf(read('url'), read('type'))
    const isFolder = written === '' && !isFeedType(read('type'))
    // The path of each feed has a copy of the name, once it is sent to another thread.
    const entered = isFolder ? this.#folderNamed(cutName(title, 'folder')) : null
    this.#open.push(entered === null ? null : this.#folder)
    this.#folder = entered ?? this.#folder
    if (entered !== null && this.#isOurs && this.folders.length < mostFolders) this.folders.push(entered.path)
    if (isFolder) return
    const line = this.#lineOf(at)
    const url = normaliseSourceUrl(written)
    if (url === null) this.problems.push({ line, url: written.slice(0, 200), title, ...unusable(written) })
    else if (this.outlines.length >= mostOutlines) this.#refuseMore(line)
    else {
      const siteUrl = normaliseSourceUrl(read('htmlurl'))
      const settings = readOpmlSettings(read, this.#isOurs)
      const outline = { line, url, title: title || null, siteUrl, folder: this.#folder.path }
      this.outlines.push(settings === undefined ? outline : { ...outline, settings })
    }
  }

  close(name: string): void {
    if (name === 'outline') this.#folder = this.#open.pop() ?? this.#folder
  }

  /** The folder of that name in the one that is open; null: it is none, or one too many. */
  #folderNamed(name: string): Folder | null {
    const { number, path } = this.#folder
    if (name === '' || path.length >= deepestFolder) return null
    const key = `${number}/${name}`
    const known = this.#folders.get(key)
    if (known !== undefined) return known
    if (this.#folders.size >= mostFolders) return null
    const made = { number: this.#folders.size + 1, path: [...path, name] }
    this.#folders.set(key, made)
    return made
  }

  /**
   * Lists with HTML in their descriptions (description="<a href="…">") break off inside the tag; the address then
   * stands in the text, and what looked like a folder was a feed.
   */
  text(data: string, at: number): void {
    const isInFolder = (this.#open.at(-1) ?? null) !== null
    const written = isInFolder ? /xmlUrl\s*=\s*"([^"]*)"/i.exec(data)?.[1] : undefined
    const url = written === undefined ? null : normaliseSourceUrl(decodeEntities(written))
    if (url === null) return
    const title = this.#folder.path.at(-1) ?? null
    this.close('outline')
    this.outlines.push({ line: this.#lineOf(at), url, title, siteUrl: null, folder: this.#folder.path })
  }

  #refuseMore(line: number): void {
    if (this.problems.at(-1)?.reason === 'opmlTooMany') return
    this.problems.push({
      line,
      url: '',
      title: '',
      reason: 'opmlTooMany',
      values: { count: mostOutlines },
    })
  }

  /** Each line is looked for once: a list of 36,000 feeds may stand in a single one. */
  #lineOf(at: number): number {
    while (this.#lineEnd < at) {
      this.#line++
      this.#lineEnd = this.#lineEndAfter(this.#lineEnd + 1)
    }
    return this.#line
  }

  #lineEndAfter(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? Infinity : end
  }
}

function isFeedType(type: string): boolean {
  return /^(rss|atom|feed|rdf)$/i.test(type)
}

/** OPML 1.0 and some readers put the address in `url`; in type="link" it is a web page. */
function feedUrlOf(url: string, type: string): string {
  return /^(link|include)$/i.test(type) ? '' : url
}

function unusable(written: string): Pick<OpmlProblem, 'reason' | 'values'> {
  return written === ''
    ? { reason: 'entryWithoutAddress', values: {} }
    : { reason: 'noAddress', values: { input: written.slice(0, 200) } }
}
