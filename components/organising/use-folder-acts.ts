'use client'

import { showError, showToast } from '#components/ui/toast.tsx'
import type { FolderItem } from '#lib/api/subscriptions.ts'
import {
  useChangeFolder,
  useCreateFolder,
  useDeleteFolder,
  useFolders,
  useMergeFolders,
} from '#lib/queries/folders.ts'
import { useChangeSubscriptions, useSubscriptions } from '#lib/queries/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { movedWords } from './moved-words.ts'

/** What can be done with folders; each act can be taken back from its toast. */
export function useFolderActs() {
  const t = useWords('organising')
  const common = useWords('common')
  const create = useCreateFolder()
  const change = useChangeFolder()
  const merge = useMergeFolders()
  const remove = useDeleteFolder()
  const { mutateAsync: changeSubscriptions } = useChangeSubscriptions()
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []

  async function act(
    done: string,
    failed: string,
    run: () => Promise<unknown>,
    undo: () => Promise<unknown>,
  ) {
    try {
      await run()
      showToast(done, {
        label: common('undo'),
        run: () => void undo().catch((error: unknown) => showError(t('notUndone'), error)),
      })
    } catch (error) {
      showError(failed, error)
    }
  }

  /** Makes a folder anew and files in it what was there. */
  async function restore({ id, name, position, parentId }: FolderItem) {
    const ids = subscriptions.filter((each) => each.folderId === id).map((each) => each.id)
    const made = await create.mutateAsync({ name, position, parentId })
    if (ids.length > 0) await changeSubscriptions({ ids, folderId: made.id })
    for (const inner of folders.filter((each) => each.parentId === id))
      await change.mutateAsync({ id: inner.id, folder: { parentId: made.id } })
  }

  return {
    create: (name: string, parentId: number | null) => create.mutateAsync({ name, parentId }),
    rename: (folder: FolderItem, name: string) => change.mutateAsync({ id: folder.id, folder: { name } }),
    move: (folder: FolderItem, parentId: number | null, parentName: string | null) =>
      act(
        movedWords(t, folder.name, parentName),
        t('folderNotMoved'),
        () => change.mutateAsync({ id: folder.id, folder: { parentId } }),
        () => change.mutateAsync({ id: folder.id, folder: { parentId: folder.parentId } }),
      ),
    merge: (folder: FolderItem, into: FolderItem) =>
      act(
        t('mergedInto', { name: folder.name, into: into.name }),
        t('folderNotMerged'),
        () => merge.mutateAsync({ id: folder.id, intoId: into.id }),
        () => restore(folder),
      ),
    remove: (folder: FolderItem) =>
      act(
        t('folderDeleted', { folder: folder.name }),
        t('folderNotDeleted'),
        () => remove.mutateAsync(folder.id),
        () => restore(folder),
      ),
  }
}
