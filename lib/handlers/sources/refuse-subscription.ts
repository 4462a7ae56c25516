import { ApiError } from '#lib/api/http/errors.ts'

/** For a folder that is not the caller's. */
export function noSuchFolder(folderId: number | null | undefined): ApiError {
  return new ApiError('invalid_input', 'noFolder', { field: 'folderId', values: { id: folderId ?? '' } })
}
