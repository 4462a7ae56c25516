import { ApiError } from '#lib/api/http/errors.ts'

/** For a folder that is not the caller's. */
export function noSuchFolder(): ApiError {
  return new ApiError('invalid_input', 'noFolder', { field: 'folderId' })
}
