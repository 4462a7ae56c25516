'use client'

import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { FolderItem } from '#lib/api/sources/subscriptions.ts'
import {
  useChangeFolder,
  useCreateFolder,
  useDeleteFolder,
  useMergeFolders,
} from '#lib/queries/organising/folder-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { deletedWords } from './deleted-words.ts'
import { movedWords } from './moved-words.ts'
import { useUndoable } from './use-undoable.ts'

/**
 * The acts on folders. Moving can be taken back from its toast; merging and deleting cannot, as folders of one
 * name may have become one: both are asked for in a dialog that says what goes where.
 */
export function useFolderActs() {
  const t = useWords('organising')
  const create = useCreateFolder()
  const change = useChangeFolder()
  const merge = useMergeFolders()
  const remove = useDeleteFolder()
  const act = useUndoable()

  return {
    create: (name: string, parentId: number | null) => create.mutateAsync({ name, parentId }),
    rename: (folder: FolderItem, name: string) => change.mutateAsync({ id: folder.id, folder: { name } }),
    move: (folder: FolderItem, parentId: number | null, parentName: string | null) =>
      act({
        done: movedWords(t, folder.name, parentName),
        failed: t('folderNotMoved'),
        run: () => change.mutateAsync({ id: folder.id, folder: { parentId } }),
        undo: () => change.mutateAsync({ id: folder.id, folder: { parentId: folder.parentId } }),
      }),
    // Promises, not the callbacks of `mutate`: the dialog is gone when they come.
    merge: (folder: FolderItem, into: FolderItem) =>
      merge
        .mutateAsync({ id: folder.id, intoId: into.id })
        .then(() => showToast(t('mergedInto', { name: folder.name, into: into.name })))
        .catch((error: unknown) => showError(t('folderNotMerged'), error)),
    remove: (folder: FolderItem) =>
      remove
        .mutateAsync(folder.id)
        .then((asking) => showToast(deletedWords(t, t('folderDeleted', { folder: folder.name }), asking)))
        .catch((error: unknown) => showError(t('folderNotDeleted'), error)),
  }
}
