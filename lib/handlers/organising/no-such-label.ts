import { ApiError } from '#lib/api/http/errors.ts'

/** For a label that is not the caller's. */
export function noSuchLabel(): ApiError {
  return new ApiError('not_found', 'noLabel')
}
