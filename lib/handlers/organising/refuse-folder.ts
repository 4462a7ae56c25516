import { ApiError } from '#lib/api/http/errors.ts'
import { deepestFolder } from '#lib/api/sources/subscriptions.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import type { FolderRefusal } from '#lib/store/organising/folders.ts'

/**
 * The reason why a folder cannot do this, told to the caller.
 * @param name the name that was asked for; undefined: none was
 */
export function refuseFolder(refusal: FolderRefusal, name?: string): ApiError {
  switch (refusal) {
    case 'too-many':
      return new ApiError('conflict', 'foldersFull', { values: { most: mostOf('folders') } })
    case 'not-found':
      return new ApiError('not_found', 'noFolder')
    case 'taken':
      return name === undefined
        ? new ApiError('conflict', 'folderThere', { field: 'parentId' })
        : new ApiError('conflict', 'folderExists', { field: 'name', values: { name } })
    case 'parent-not-found':
      return new ApiError('invalid_input', 'noFolder', { field: 'parentId' })
    case 'circle':
      return new ApiError('invalid_input', 'folderInItself', { field: 'parentId' })
    case 'too-deep':
      return new ApiError('invalid_input', 'folderTooDeep', {
        field: 'parentId',
        values: { depth: deepestFolder },
      })
    default:
      return refusal satisfies never
  }
}
