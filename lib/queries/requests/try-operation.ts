/** The answer of an operation that was tried. */
export type TriedOperation = {
  readonly status: number
  readonly tookMs: number
  /** The header RateLimit; null for sessions. */
  readonly left: string | null
  /** JSON is laid out; other text as it came. */
  readonly text: string
  readonly isCut: boolean
}

type Trial = {
  readonly method: string
  /** After /api/v1, with its query. */
  readonly address: string
  /** '': by the session of the browser. */
  readonly token: string
  readonly body: { readonly type: string; readonly text: string } | null
}

/** More helps nobody who looks at it. */
const mostShown = 50_000
/** An answer that goes on, like that of events, is shown as far as it came by then. */
const longestMs = 10_000

/** Sends a request as a program would. @throws TypeError when the server does not answer */
export async function tryOperation({ method, address, token, body }: Trial): Promise<TriedOperation> {
  const startedAt = performance.now()
  const response = await fetch(`/api/v1${address}`, {
    method,
    credentials: token === '' ? 'same-origin' : 'omit',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === null ? {} : { 'content-type': body.type }),
    },
    ...(body === null ? {} : { body: body.text }),
  })
  const tookMs = Math.round(performance.now() - startedAt)
  const { text, isCut } = await readText(response)
  const isJson = response.headers.get('content-type')?.includes('application/json') === true
  const shown = isJson && !isCut ? laidOut(text) : text
  return { status: response.status, tookMs, left: response.headers.get('ratelimit'), text: shown, isCut }
}

async function readText(response: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return { text: '', isCut: false }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel()
  }, longestMs)
  let text = ''
  try {
    while (text.length < mostShown) {
      const { done, value } = await reader.read()
      if (done) return { text, isCut: isLate }
      text += value
    }
  } finally {
    clearTimeout(timer)
  }
  await reader.cancel()
  return { text: text.slice(0, mostShown), isCut: true }
}

function laidOut(text: string): string {
  if (text === '') return ''
  return JSON.stringify(JSON.parse(text), null, 2)
}
