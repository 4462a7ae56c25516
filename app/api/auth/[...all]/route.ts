import { ApiError } from '#lib/api/errors.ts'
import { readBytes } from '#lib/api/read-bytes.ts'
import { isOpenAuthPath } from '#lib/auth/auth-paths.ts'
import { serverAuth } from '#lib/auth/auth.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Of a body, in bytes: better-auth reads all there is, and a name and a password are far shorter. */
const largestBody = 100_000

/** Sign-in, sign-up, sign-out, own sessions and password: better-auth's own endpoints. */
async function handle(request: Request): Promise<Response> {
  const response = isOpenAuthPath(request.method, request.url)
    ? await answerTo(request)
    : Response.json({ code: 'NOT_FOUND' }, { status: 404 })
  response.headers.set('cache-control', 'no-store')
  // Its limits per address say it under a name of their own.
  const pause = response.headers.get('x-retry-after')
  if (pause !== null) response.headers.set('retry-after', pause)
  return response
}

async function answerTo(request: Request): Promise<Response> {
  if (request.body === null) return serverAuth().handler(request)
  try {
    const { url, method, headers } = request
    const body = new Uint8Array(await readBytes(request, largestBody))
    return await serverAuth().handler(new Request(url, { method, headers, body }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_large') throw error
    const t = wordsOf(languageOfRequest(request.headers), 'errors')
    return Response.json({ code: 'PAYLOAD_TOO_LARGE', message: t(error.key, error.values) }, { status: 413 })
  }
}

export { handle as GET, handle as POST }
