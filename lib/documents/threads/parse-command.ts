import { constants, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { ParsedEntry, ParseResult } from '#lib/documents/read/feed-types.ts'
import { createParsePool } from './parse-in-worker.ts'
import { postingKeys } from '#lib/documents/identity/posting-identity.ts'
import { isGzip, unpack } from '#lib/documents/door/unpack-body.ts'

/**
 * `npm run --silent parse`: reads lines `path<TAB>content-type<TAB>url` from standard input and prints for each, in
 * order, one line of JSON with what the aggregator would make of that document. Content type and address may be empty.
 * Gzip files are unpacked. A document that exceeds the limits is reported and ends nothing.
 */
const largestBytes = 10_000_000
const unknownUrl = 'http://localhost/'

async function main(): Promise<void> {
  const pool = createParsePool()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const [file = '', contentType = '', url = ''] = line.split('\t').map((field) => field.trim())
    await print(asJson(file, await parseFile(file, contentType, url)))
  }
  await pool.close()

  async function parseFile(file: string, contentType: string, url: string): Promise<ParseResult> {
    try {
      const stored = await readLimited(file)
      const body = isGzip(stored) ? await unpack(stored, 'gzip', largestBytes) : stored
      return await pool.parse({
        body,
        contentType: contentType || null,
        url: URL.canParse(url) ? url : unknownUrl,
      })
    } catch (error) {
      return {
        ok: false,
        error: { kind: 'broken', message: error instanceof Error ? error.message : String(error) },
      }
    }
  }
}

/** Reads no further than the limit: some files of the system (/proc) are longer than they say. */
async function readLimited(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK) // a pipe without a writer would block
  try {
    if (!(await handle.stat()).isFile()) throw new TypeError(`${file} is not a regular file.`)
    const stored = await buffer(handle.createReadStream({ end: largestBytes, autoClose: false }))
    if (stored.length > largestBytes)
      throw new RangeError(`The document is larger than ${largestBytes} bytes.`)
    return stored
  } finally {
    await handle.close()
  }
}

function asJson(file: string, result: ParseResult): string {
  if (!result.ok)
    return JSON.stringify({
      file,
      ok: false,
      error: result.error.message,
      title: null,
      siteUrl: null,
      entries: [],
    })
  const { title, siteUrl, entries } = result.feed
  const keys = postingKeys(entries)
  return JSON.stringify({
    file,
    ok: true,
    error: null,
    title,
    siteUrl,
    entries: entries.map((entry, index) => entryAsJson(entry, keys[index] ?? '')),
  })
}

function entryAsJson(entry: ParsedEntry, key: string): unknown {
  const { guid, title, url, originalUrl, author, html, enclosures } = entry
  const publishedAt = isoOf(entry.publishedAt)
  const updatedAt = isoOf(entry.updatedAt)
  return {
    key,
    id: guid,
    title,
    link: url,
    originalLink: originalUrl,
    publishedAt,
    updatedAt,
    author,
    html,
    enclosures,
  }
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Waits while the reader of our output is slower than we are. */
function print(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

await main()
