'use client'

import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import type { FolderItem } from '#lib/api/subscriptions.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { formatUnread } from '#lib/format.ts'
import { useChangeFolder, useCreateFolder, useDeleteFolder } from '#lib/queries/folders.ts'
import { useChangeSubscription } from '#lib/queries/subscriptions.ts'
import type { SubscriptionGroup } from './group-subscriptions.ts'
import { NameDialog } from './name-dialog.tsx'

type FolderHeadProps = {
  readonly group: SubscriptionGroup
  readonly chosenIds: ReadonlySet<number>
  readonly hasFolders: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** A folder's name, count and menu; the box ticks all its sources. */
export function FolderHead({ group, chosenIds, hasFolders, onChoose }: FolderHeadProps) {
  const name = group.folder?.name ?? (hasFolders ? 'Without folder' : 'Sources')
  const areAllChosen = group.items.length > 0 && group.items.every((item) => chosenIds.has(item.id))
  return (
    <div className="flex h-10 items-center gap-3 border-b border-line-strong">
      <Checkbox
        aria-label={`Choose all in ${name}`}
        checked={areAllChosen}
        disabled={group.items.length === 0}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <h2 className="min-w-0 truncate text-[15px] leading-5 font-[620]">
        {group.folder === null ? (
          name
        ) : (
          <Link href={`/?folder=${group.folder.id}`} className="hover:underline">
            {name}
          </Link>
        )}
      </h2>
      <span className="text-12 font-medium whitespace-nowrap text-ink-3">
        {group.items.length === 1 ? '1 source' : `${group.items.length} sources`}
        {group.unread > 0 && `, ${formatUnread(group.unread)} unread`}
      </span>
      <span className="flex-1" />
      {group.folder !== null && <FolderMenu folder={group.folder} group={group} />}
    </div>
  )
}

function FolderMenu({ folder, group }: { readonly folder: FolderItem; readonly group: SubscriptionGroup }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const changeFolder = useChangeFolder()
  const removeFolder = useRemoveFolder()
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" iconOnly aria-label={`Folder ${folder.name}: more`}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setIsRenaming(true)}>Rename</MenuItem>
        <MenuItem danger onSelect={() => void removeFolder(folder, group)}>
          Delete folder {folder.name}
        </MenuItem>
      </Menu>
      <NameDialog
        title={`Rename ${folder.name}`}
        label="Name"
        button="Rename"
        startName={folder.name}
        open={isRenaming}
        onOpenChange={setIsRenaming}
        onSave={(name) => changeFolder.mutateAsync({ id: folder.id, folder: { name } })}
      />
    </>
  )
}

/** Deletes a folder, its sources stay; undo makes it anew and files them again. */
function useRemoveFolder() {
  const deleteFolder = useDeleteFolder()
  const createFolder = useCreateFolder()
  const change = useChangeSubscription()
  return async (folder: FolderItem, group: SubscriptionGroup) => {
    const restore = async () => {
      const made = await createFolder.mutateAsync({ name: folder.name, position: folder.position })
      for (const item of group.items) await change.mutateAsync({ id: item.id, change: { folderId: made.id } })
    }
    try {
      await deleteFolder.mutateAsync(folder.id)
      showToast(`Folder ${folder.name} deleted, its sources stay`, {
        label: 'Undo',
        run: () =>
          void restore().catch((error: Error) => showError(`The folder is not back. ${error.message}`)),
      })
    } catch (error) {
      showError(`The folder was not deleted. ${error instanceof Error ? error.message : ''}`)
    }
  }
}
