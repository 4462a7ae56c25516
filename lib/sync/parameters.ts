import { readBytes } from '#lib/api/read-bytes.ts'

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

/**
 * Reads query and body. Apps put parameters into either (FeedMe posts its sign-in in the query, with an empty body): a name
 * that is in the body has the values from there alone. A body without a type is a form; of a multipart one files are read as the
 * document, as XML is.
 * @throws ApiError too_large
 */
export async function readParameters(request: Request, largestDocument = largestForm): Promise<Parameters> {
  const query = new URL(request.url).searchParams
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (request.method !== 'POST') return parametersOf(query, new URLSearchParams(), null)
  if (/\b(xml|opml)\b/.test(type))
    return parametersOf(query, new URLSearchParams(), await readBytes(request, largestDocument))
  if (type.startsWith('multipart/form-data')) return readMultipart(request, query, largestDocument)
  const text = new TextDecoder().decode(await readBytes(request, largestForm))
  return parametersOf(query, new URLSearchParams(text), null)
}

async function readMultipart(
  request: Request,
  query: URLSearchParams,
  largestDocument: number,
): Promise<Parameters> {
  const bytes = new Uint8Array(await readBytes(request, largestDocument))
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => new FormData())
  const fields = new URLSearchParams()
  let document: Buffer | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value)
    else document ??= Buffer.from(await value.arrayBuffer())
  }
  return parametersOf(query, fields, document)
}

/** NUL, which nothing that is stored can hold, is left out. */
function parametersOf(query: URLSearchParams, body: URLSearchParams, document: Buffer | null): Parameters {
  const all = (name: string) =>
    (body.has(name) ? body : query).getAll(name).map((value) => value.replaceAll('\0', ''))
  return {
    all,
    one: (name) => all(name)[0] ?? null,
    has: (name) => body.has(name) || query.has(name),
    document,
  }
}
