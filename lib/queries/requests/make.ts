import { ApiFailure, request } from './request.ts'

/** Keys of what was asked for and not answered, by what that was. */
const unanswered = new Map<string, string>()
/** After these nobody knows whether it was made; any other answer says that it was, or was not. */
const unsure: readonly ApiFailure['code'][] = ['unreachable', 'unavailable', 'internal', 'in_progress']

/**
 * Has something made. Asked for again after no answer came (by whoever presses the button once more), it is the same request to the
 * server, which makes it once. @throws ApiFailure as `request`
 */
export async function make<T>(path: string, body: unknown): Promise<T> {
  const asked = `${path} ${JSON.stringify(body)}`
  const key = unanswered.get(asked) ?? newKey()
  unanswered.set(asked, key)
  try {
    const made = await request<T>('POST', path, { body, headers: { 'idempotency-key': `"${key}"` } })
    unanswered.delete(asked)
    return made
  } catch (error) {
    if (error instanceof ApiFailure && !unsure.includes(error.code)) unanswered.delete(asked)
    throw error
  }
}

/** Not by crypto.randomUUID, which pages without https have not. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
