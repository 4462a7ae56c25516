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
import { useLocale, useWords } from '#lib/words/use-words.tsx'
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
  const t = useWords('sources')
  const locale = useLocale()
  const name = group.folder?.name ?? (hasFolders ? t('withoutFolder') : t('sources'))
  const areAllChosen = group.items.length > 0 && group.items.every((item) => chosenIds.has(item.id))
  return (
    <div className="flex h-10 items-center gap-3 border-b border-line-strong">
      <Checkbox
        aria-label={t('chooseAllIn', { folder: name })}
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
        {t('sourceCount', { count: group.items.length })}
        {group.unread > 0 && `, ${t('unreadCount', { count: formatUnread(group.unread, locale) })}`}
      </span>
      <span className="flex-1" />
      {group.folder !== null && <FolderMenu folder={group.folder} group={group} />}
    </div>
  )
}

function FolderMenu({ folder, group }: { readonly folder: FolderItem; readonly group: SubscriptionGroup }) {
  const t = useWords('sources')
  const [isRenaming, setIsRenaming] = useState(false)
  const changeFolder = useChangeFolder()
  const removeFolder = useRemoveFolder()
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" iconOnly aria-label={t('folderMore', { folder: folder.name })}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setIsRenaming(true)}>{t('rename')}</MenuItem>
        <MenuItem danger onSelect={() => void removeFolder(folder, group)}>
          {t('deleteFolder', { folder: folder.name })}
        </MenuItem>
      </Menu>
      <NameDialog
        title={t('renameOf', { name: folder.name })}
        label={t('name')}
        button={t('rename')}
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
  const t = useWords('sources')
  const common = useWords('common')
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
      showToast(t('folderDeleted', { folder: folder.name }), {
        label: common('undo'),
        run: () => void restore().catch((error: unknown) => showError(t('folderNotBack'), error)),
      })
    } catch (error) {
      showError(t('folderNotDeleted'), error)
    }
  }
}
