import { readBytes } from '#lib/api/read-bytes.ts'
import { refusal } from './sync-answer.ts'

/** What an app sends: values by name, in their order; a document that is sent as the body. */
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
 * that is in the body has the values from there alone. A body without a type is a form; of a multipart one files are read as the
 * document, as XML is.
 * @throws ApiError too_large; SyncRefusal 413 for more fields than anybody needs
 */
export async function readParameters(request: Request, largestDocument = largestForm): Promise<Parameters> {
  const query = new URL(request.url).searchParams
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (request.method !== 'POST') return parametersOf(query, new URLSearchParams(), null)
  if (/\b(xml|opml)\b/.test(type))
    return parametersOf(query, new URLSearchParams(), await readBytes(request, largestDocument))
  if (type.startsWith('multipart/form-data')) return readMultipart(request, query, largestDocument)
  const form = await readBytes(request, largestForm)
  refuseMany(form, '&')
  return parametersOf(query, new URLSearchParams(new TextDecoder().decode(form)), null)
}

async function readMultipart(
  request: Request,
  query: URLSearchParams,
  largestDocument: number,
): Promise<Parameters> {
  const type = request.headers.get('content-type') ?? ''
  const bytes = await readBytes(request, largestDocument)
  refuseMany(bytes, endOfHeaders)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
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

/** @throws SyncRefusal 413, before anything is made of them */
function refuseMany(form: Buffer, separator: string): void {
  let fields = 1
  for (let at = form.indexOf(separator); at !== -1; at = form.indexOf(separator, at + 1)) {
    fields += 1
    if (fields > mostFields) throw refusal(413, 'Too Many Fields')
  }
}

function parametersOf(query: URLSearchParams, body: URLSearchParams, document: Buffer | null): Parameters {
  const [sent, asked] = [valuesByName(body), valuesByName(query)]
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
