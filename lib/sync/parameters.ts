import { MIMEType } from 'node:util'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { refusal } from './sync-answer.ts'

/** The parameters of an app: values by name, in their order; a document that is sent as the body. */
export type Parameters = {
  /** The first value; null: none was sent. */
  readonly one: (name: string) => string | null
  readonly all: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
  readonly document: Buffer | null
}

/** Of a form, in bytes: ten thousand ids take 700 kB. */
const largestForm = 4_000_000
/** More than twice as many as an app marks in one call. Two million empty ones, which 4 MB have room for, take two minutes to read. */
const mostFields = 25_000

/**
 * Reads query and body. Apps put parameters into either (FeedMe posts its sign-in in the query, with an empty body): a name
 * that is in the body has the values from there alone. A body is a form, whatever type it has; of a multipart one files are read as the
 * document, as XML is.
 * @throws ApiError too_large; SyncRefusal 413 for more fields than anybody needs
 */
export async function readParameters(
  request: Request,
  {
    largest = largestForm,
    identify,
  }: {
    /** Of a body, in bytes, once its sender is known. */
    readonly largest?: number
    /** Looks for the sender in the beginning of a body. */
    readonly identify?: (beginning: Buffer) => Promise<void>
  } = {},
): Promise<Parameters> {
  const query = new URL(request.url).searchParams
  const type = request.headers.get('content-type') ?? ''
  if (request.method !== 'POST') return parametersOf(query, new URLSearchParams(), null)
  const bytes = await readBytes(request, largest, identify)
  if (/\b(xml|opml)\b/i.test(type) || isMarkup(bytes))
    return parametersOf(query, new URLSearchParams(), bytes)
  if (/^multipart\/form-data/i.test(type)) return readMultipart(bytes, type, query)
  refuseMany(bytes, '&')
  return parametersOf(query, new URLSearchParams(new TextDecoder().decode(bytes)), null)
}

/** Behind the mark of an encoding, white space, and the zeros that UTF-16 has between. */
const beforeMarkup = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00, 0x09, 0x0a, 0x0d, 0x20])

/** Whether a body begins with "<", as no form does: programs post lists as forms (RSS Guard, for which Qt does) or as no type at all. */
function isMarkup(body: Buffer): boolean {
  return body.find((byte) => !beforeMarkup.has(byte)) === 0x3c
}

async function readMultipart(bytes: Buffer, type: string, query: URLSearchParams): Promise<Parameters> {
  refuseMany(bytes, endOfHeaders)
  const boundary = boundaryOf(type)
  refuseLongHeads(bytes, boundary)
  // In one spelling: others could say another boundary there than they do here.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => new FormData())
  const fields = new URLSearchParams()
  let document: Buffer | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value)
    else document ??= Buffer.from(await value.arrayBuffer())
  }
  return parametersOf(query, fields, document)
}

/** Each part of a multipart form has one, whatever is between parts: what says that may be written so that another is found than is meant. */
const endOfHeaders = '\r\n\r\n'

/** More than names, types and encodings of files take. A part may have 780,000 headers, each of which is read by itself. */
const longestHead = 4_000

/** The text between the parts (RFC 2046, 5.1.1); '' where there is none. */
function boundaryOf(type: string): string {
  try {
    const boundary = new MIMEType(type).params.get('boundary') ?? ''
    return /^[\w'()+,./:=? -]{1,70}$/.test(boundary) ? boundary : ''
  } catch {
    return '' // Node says by an error that it is no type
  }
}

/** @throws SyncRefusal 413 for a part whose headers are longer */
function refuseLongHeads(form: Buffer, boundary: string): void {
  const beginning = `--${boundary}\r\n`
  for (let at = form.indexOf(beginning); at !== -1; at = form.indexOf(beginning, at + 1)) {
    const end = form.indexOf(endOfHeaders, at)
    if (end === -1 || end - at > longestHead) throw refusal(413, 'Too Many Headers')
  }
}

/** @throws SyncRefusal 413, before anything is made of them */
function refuseMany(form: Buffer, separator: string): void {
  let fields = 1
  for (let at = form.indexOf(separator); at !== -1; at = form.indexOf(separator, at + 1)) {
    fields += 1
    if (fields > mostFields) throw refusal(413, 'Too Many Fields')
  }
}

function parametersOf(query: URLSearchParams, body: URLSearchParams, document: Buffer | null): Parameters {
  const sent = valuesByName(body)
  const asked = valuesByName(query)
  const all = (name: string) => sent.get(name) ?? asked.get(name) ?? []
  return {
    all,
    one: (name) => all(name)[0] ?? null,
    has: (name) => sent.has(name) || asked.has(name),
    document,
  }
}

/** Once for all that ask for them. NUL, which nothing that is stored can hold, is left out. */
function valuesByName(fields: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of fields) {
    const known = values.get(name) ?? []
    known.push(value.replaceAll('\0', ''))
    values.set(name, known)
  }
  return values
}
