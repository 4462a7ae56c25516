import { ApiError } from '#lib/api/errors.ts'
import { normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'

/** @throws ApiError invalid_input */
export async function findFeedUrl(
  _subscriberId: string,
  input: string,
  _signal: AbortSignal,
): Promise<string> {
  const url = normaliseSourceUrl(input)
  if (url === null) throw new ApiError('invalid_input', 'url: is not a web address', { field: 'url' })
  return url
}
