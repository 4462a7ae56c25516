'use client'

import { Bell, FolderInput, FolderPlus, Merge, PenLine, Rss } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import type { FolderItem } from '#lib/api/sources/subscriptions.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { PointTrigger, useMenuActs, type MenuPlace } from './menu-place.tsx'
import { NameDialog } from './name-dialog.tsx'
import { StepItems } from './step-items.tsx'
import { useFolderActs } from './use-folder-acts.ts'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

type Act = 'new' | 'rename' | 'move' | 'merge' | 'delete'
type FolderMenuProps = { readonly folder: FolderItem; readonly onClose?: () => void } & (
  | { readonly trigger: ReactNode; readonly place?: undefined }
  | { readonly place: MenuPlace; readonly trigger?: undefined }
)

/** Everything that can be done with a folder. */
export function FolderMenu({ folder, trigger, place, onClose }: FolderMenuProps) {
  const t = useWords('organising')
  const { choose, onOpenChange, ...more } = useMenuActs<Act>(onClose)
  return (
    <>
      <Menu
        trigger={place === undefined ? trigger : PointTrigger(place)}
        {...(place === undefined ? {} : { align: 'start', returnTo: place.returnTo })}
        defaultOpen
        onOpenChange={onOpenChange}
      >
        <MenuItem onSelect={() => choose('rename')}>
          <PenLine {...icon} /> {t('renameForMe')}
        </MenuItem>
        <MenuItem onSelect={() => choose('new')}>
          <FolderPlus {...icon} /> {t('newInside')}
        </MenuItem>
        <MenuItem onSelect={() => choose('move')}>
          <FolderInput {...icon} /> {t('moveTo')}
        </MenuItem>
        <StepItems row={{ kind: 'folder', id: folder.id }} name={folder.name} />
        <MenuItem onSelect={() => choose('merge')}>
          <Merge {...icon} /> {t('mergeInto')}
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/notifications?folder=${folder.id}`} prefetch={false}>
            <Bell {...icon} /> {t('alertMe')}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/connections?folder=${folder.id}#outputs`} prefetch={false}>
            <Rss {...icon} /> {t('feedAddress')}
          </Link>
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => choose('delete')}>
          {t('deleteFolder', { folder: folder.name })}
        </MenuItem>
      </Menu>
      <FolderDialogs folder={folder} {...more} />
    </>
  )
}

type DialogsProps = { readonly folder: FolderItem; readonly act: Act | null; readonly done: () => void }

function FolderDialogs({ folder, act, done }: DialogsProps) {
  const t = useWords('organising')
  const acts = useFolderActs()
  const folders = useFolders().data
  const contents = useContents(folder)
  const place = folders?.find((each) => each.id === folder.parentId)?.name
  switch (act) {
    case 'new':
    case 'rename':
      return (
        <NameDialog
          title={
            act === 'new' ? t('newInsideOf', { folder: folder.name }) : t('renameOf', { name: folder.name })
          }
          label={t('name')}
          button={act === 'new' ? t('create') : t('rename')}
          startName={act === 'new' ? '' : folder.name}
          kind="folder"
          open
          onOpenChange={done}
          onSave={(name) => (act === 'new' ? acts.create(name, folder.id) : acts.rename(folder, name))}
        />
      )
    case 'move':
      return (
        <FolderDialog
          title={t('moveOf', { name: folder.name })}
          button={t('move')}
          current={folder.parentId}
          withoutId={folder.id}
          onChoose={(parentId, name) => void acts.move(folder, parentId, name)}
          onClose={done}
        />
      )
    case 'merge':
      return (
        <FolderDialog
          title={t('mergeOf', { name: folder.name })}
          button={t('merge')}
          hint={t('mergeFolderHint', { folder: folder.name, ...contents })}
          withoutId={folder.id}
          hasTop={false}
          onChoose={(id) => {
            const into = folders?.find((each) => each.id === id)
            if (into !== undefined) void acts.merge(folder, into)
          }}
          onClose={done}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          title={t('deleteFolder', { folder: folder.name })}
          hint={
            place === undefined
              ? t('deleteTopFolderHint', contents)
              : t('deleteFolderHint', { ...contents, place })
          }
          button={t('delete')}
          onDelete={() => void acts.remove(folder)}
          onClose={done}
        />
      )
    default:
      return act satisfies null
  }
}

/** The number of things right inside a folder. */
function useContents(folder: FolderItem) {
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []
  return {
    sources: subscriptions.filter((each) => each.folderId === folder.id).length,
    folders: folders.filter((each) => each.parentId === folder.id).length,
  }
}
