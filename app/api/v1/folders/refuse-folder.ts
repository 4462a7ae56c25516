import { ApiError } from '#lib/api/errors.ts'
import { deepestFolder } from '#lib/api/subscriptions.ts'
import type { FolderRefusal } from '#lib/store/folders.ts'

/** What a folder cannot do, told to the caller. */
export function refuseFolder(
  refusal: FolderRefusal,
  {
    id,
    name,
    parentId,
  }: {
    readonly id?: number
    readonly name?: string | undefined
    readonly parentId?: number | null | undefined
  },
): ApiError {
  switch (refusal) {
    case 'not-found':
      return new ApiError('not_found', `You have no folder with the number ${id}.`)
    case 'taken':
      return new ApiError('conflict', `There is a folder "${name ?? ''}" already.`, { field: 'name' })
    case 'parent-not-found':
      return new ApiError('invalid_input', `You have no folder with the number ${parentId}.`, {
        field: 'parentId',
      })
    case 'circle':
      return new ApiError('invalid_input', 'A folder cannot stand inside itself.', { field: 'parentId' })
    case 'too-deep':
      return new ApiError('invalid_input', `Folders stand in each other at most ${deepestFolder} deep.`, {
        field: 'parentId',
      })
    default:
      return refusal satisfies never
  }
}
