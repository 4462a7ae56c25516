import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseHTML } from 'linkedom'
import { expect } from 'vitest'
import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { distinctEntries } from '#lib/documents/identity/posting-identity.ts'

/** One value, or the ones of which any is right. */
type Any<Value> = Value | readonly Value[]

type ExpectedFile = { readonly url: string; readonly type?: string; readonly length?: Any<number | null> }

export type ExpectedEntry = {
  readonly id?: string
  readonly at?: number
  readonly title?: Any<string | null>
  readonly link?: Any<string | null>
  readonly author?: Any<string | null>
  readonly publishedAt?: string | null
  readonly updatedAt?: string | null
  readonly text?: readonly string[]
  readonly notText?: readonly string[]
  readonly like?: readonly string[]
  readonly html?: readonly string[]
  readonly images?: readonly Any<string>[]
  readonly alts?: readonly string[]
  readonly brings?: readonly string[]
  readonly links?: readonly string[]
  readonly notLinks?: readonly string[]
  readonly reaches?: readonly Any<string>[]
  readonly jumps?: number
  readonly marks?: readonly (readonly [word: string, isTicked: boolean])[]
  readonly enclosures?: readonly ExpectedFile[]
  readonly notEnclosures?: readonly string[]
  readonly either?: readonly ExpectedEntry[]
}

export type ExpectedDocument = {
  readonly kind: string
  readonly why: string
  readonly type?: string
  readonly title?: string
  readonly siteUrl?: string
  readonly count?: number
  /** The titles of the postings that its subscriber has. */
  readonly postings?: readonly string[]
  readonly entries?: readonly ExpectedEntry[]
}

/** The documents of a folder of cases by their names, each with what is right. */
export function casesOf(folder: string): [file: string, expected: ExpectedDocument][] {
  const { documents } = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as {
    documents: Record<string, ExpectedDocument>
  }
  return Object.entries(documents)
}

/** Asserts that a document is read as its case says. The HTML is looked at with a parser that the product does not use here. */
export async function judgeCase(file: string, expected: ExpectedDocument): Promise<void> {
  const body = readFileSync(file)
  const contentType = expected.type ?? 'application/xml'
  const result = await parseFeed({ body, contentType, url: 'http://localhost/' })
  if (!result.ok) throw new Error(result.error.message)
  const { title, siteUrl, entries } = result.feed
  if (expected.title !== undefined) expect(title).toBe(expected.title)
  if (expected.siteUrl !== undefined) expect(siteUrl).toBe(expected.siteUrl)
  if (expected.count !== undefined) expect(entries).toHaveLength(expected.count)
  if (expected.postings !== undefined)
    expect(distinctEntries(entries).map(({ entry }) => entry.title)).toEqual(expected.postings)
  for (const one of expected.entries ?? []) {
    const name = `entry ${one.id ?? one.at}`
    const entry = one.at === undefined ? entries.find(({ guid }) => guid === one.id) : entries[one.at]
    if (entry === undefined) throw new Error(`${name} is not there`)
    judgeEntry(name, entry, one)
  }
}

function judgeEntry(name: string, entry: ParsedEntry, expected: ExpectedEntry): void {
  if (expected.either !== undefined) {
    const failures = expected.either.flatMap((one) => failureOf(() => judgeEntry(name, entry, one)))
    expect(failures.length, failures.join('\n')).toBeLessThan(expected.either.length)
  }
  const { html, enclosures } = entry
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const text = shownText(document.body)
  const why = `${name}: ${html}`
  const one = (field: 'title' | 'author', got: string | null) => {
    if (expected[field] !== undefined) expect([expected[field]].flat(), `${field} of ${name}`).toContain(got)
  }
  one('title', entry.title)
  one('author', entry.author)
  if (expected.link !== undefined) expect([expected.link].flat(), name).toContain(entry.url)
  for (const field of ['publishedAt', 'updatedAt'] as const) {
    const at = expected[field]
    if (at !== undefined) expect(asSeconds(entry[field]), `${field} of ${name}`).toBe(asSeconds(at))
  }
  for (const words of expected.text ?? []) expect(text, why).toContain(words.trim())
  for (const words of expected.notText ?? []) expect(text, why).not.toContain(words)
  for (const pattern of expected.like ?? []) expect(text, why).toMatch(new RegExp(pattern))
  for (const pattern of expected.html ?? []) expect(html, why).toMatch(new RegExp(pattern))

  const pictures = picturesOf(document)
  if (expected.images !== undefined) {
    expect(pictures, why).toHaveLength(expected.images.length)
    expected.images.forEach((right, at) => expect(isAmong(pictures[at] ?? [], right), why).toBe(true))
  }
  const alts = [...document.querySelectorAll('img')].map((img) => img.getAttribute('alt'))
  for (const alt of expected.alts ?? []) expect(alts, why).toContain(alt)
  const hrefs = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
  const sources = [...document.querySelectorAll('audio, video, source, iframe')].map(
    (element) => element.getAttribute('src') ?? '',
  )
  const files = enclosures.map(({ url }) => url)
  for (const address of expected.brings ?? [])
    expect([...pictures.flat(), ...hrefs, ...sources, ...files], why).toContain(address)
  for (const address of expected.links ?? []) expect(hrefs, why).toContain(address)
  for (const part of expected.notLinks ?? []) expect(html, why).not.toContain(part)
  const seen = [...document.querySelectorAll('a[href]')]
    .filter((link) => link.textContent.trim() !== '' || link.querySelector('img') !== null)
    .map((link) => link.getAttribute('href') ?? '')
  for (const part of expected.reaches ?? [])
    expect(
      [...seen, ...sources, ...files].some((address) => [part].flat().some((p) => address.includes(p))),
      why,
    ).toBe(true)
  if (expected.jumps !== undefined) expect(countJumps(document), why).toBe(expected.jumps)
  for (const [word, isTicked] of expected.marks ?? []) {
    const item = [...document.querySelectorAll('li')].find((li) => li.textContent.includes(word))
    const box = item?.querySelector('input[type=checkbox]')
    const isOn = box ? box.hasAttribute('checked') : /[☑✅✓]/.test(item?.textContent ?? '')
    const isOff = box ? !isOn : /[☐⬜]/.test(item?.textContent ?? '')
    expect([isOn, isOff], why).toEqual([isTicked, !isTicked])
  }
  if (expected.enclosures !== undefined) judgeFiles(name, entry, expected.enclosures)
  for (const part of expected.notEnclosures ?? [])
    expect(JSON.stringify(enclosures), name).not.toContain(part)
}

function judgeFiles(name: string, { enclosures }: ParsedEntry, expected: readonly ExpectedFile[]): void {
  expect(
    enclosures.map(({ url }) => url),
    name,
  ).toEqual(expected.map(({ url }) => url))
  expected.forEach(({ type, length }, at) => {
    const got = enclosures[at]
    if (type !== undefined) expect(got?.type ?? '', name).toMatch(new RegExp(`^${type.replace('*', '.+')}$`))
    if (length !== undefined) expect([length].flat(), name).toContain(got?.length)
  })
}

function failureOf(judge: () => void): string[] {
  try {
    judge()
    return []
  } catch (error) {
    return [String(error)]
  }
}

function asSeconds(at: string | number | null): number | null {
  return at === null ? null : Math.floor((typeof at === 'string' ? Date.parse(at) : at) / 1000)
}

const hidden = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'VIDEO',
  'AUDIO',
  'OBJECT',
  'RP',
])
const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em font i img ins kbd mark q s samp small span strong sub sup time u var wbr math ruby rt'
    .toUpperCase()
    .split(' '),
)

/** The words that a browser shows: blocks, cells and breaks stand apart, white space counts as one blank. */
function shownText(root: Element): string {
  let text = ''
  const visit = (node: Node, isInMath: boolean): void => {
    if (node.nodeType === 3) text += node.textContent ?? ''
    if (node.nodeType !== 1) return
    const name = (node as Element).tagName.toUpperCase()
    if (hidden.has(name) || name.startsWith('ANNOTATION')) return
    const isApart = !inline.has(name) && !isInMath && !name.includes('-')
    if (isApart) text += ' '
    for (const child of node.childNodes) visit(child, isInMath || name === 'MATH')
    if (isApart) text += ' '
  }
  visit(root, false)
  return text.replace(/\s+/g, ' ').trim()
}

/** Each picture with all its addresses; where it has a `src`, only that counts. */
function picturesOf(document: Document): string[][] {
  return [...document.querySelectorAll('img')].map((img) => {
    const src = img.getAttribute('src') ?? ''
    if (src !== '') return [src]
    const sources = [img, ...(img.parentElement?.tagName === 'PICTURE' ? img.parentElement.children : [])]
    return sources.flatMap((one) =>
      (one.getAttribute('srcset') ?? '').split(/,\s+/).map((part) => part.trim().split(/\s/)[0] ?? ''),
    )
  })
}

function isAmong(addresses: readonly string[], right: Any<string>): boolean {
  const isRight = (address: string, one: string) =>
    one.endsWith('*') ? address.startsWith(one.slice(0, -1)) : address === one
  return addresses.some((address) => [right].flat().some((one) => isRight(address, one)))
}

function countJumps(document: Document): number {
  const marked = new Set(
    [...document.querySelectorAll('[id], [name]')].flatMap((element) => [
      element.getAttribute('id') ?? '',
      element.getAttribute('name') ?? '',
    ]),
  )
  return [...document.querySelectorAll('a[href^="#"]')].filter(
    (link) =>
      !link.hasAttribute('target') &&
      marked.has(decodeURIComponent(link.getAttribute('href') ?? '').slice(1)),
  ).length
}
