import { ApiFailure, apiFailureOf, send } from './request.ts'

/**
 * Sends a file and reads the lines of JSON that the answer consists of, as they come.
 * @throws ApiFailure as `request`, also when the answer breaks off
 */
export async function* requestLines<T>(path: string, body: Blob): AsyncGenerator<T> {
  const response = await send('POST', path, { body })
  if (!response.ok) throw apiFailureOf(await response.json().catch(() => null), response)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const next = await reader?.read().catch((cause: unknown) => {
      throw new ApiFailure('unreachable', 'The answer broke off.', { cause })
    })
    if (next === undefined || next.done) return
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
}
