'use client'

import { FolderInput } from 'lucide-react'
import type { FolderItem } from '#lib/api/subscriptions.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type BulkBarProps = {
  readonly count: number
  readonly folders: readonly FolderItem[]
  readonly onMove: (folderId: number | null, folderName: string) => void
  readonly onUnsubscribe: () => void
  readonly onCancel: () => void
}

/** What can be done with the ticked sources, at the foot of the window. */
export function BulkBar({ count, folders, onMove, onUnsubscribe, onCancel }: BulkBarProps) {
  const t = useWords('sources')
  const common = useWords('common')
  return (
    <div
      role="region"
      aria-label={t('chosenSources')}
      className="sticky bottom-4 z-10 mx-auto mt-6 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-3 border border-line bg-raised py-2 ps-4 pe-2 shadow-menu max-md:bottom-20"
    >
      <span className="me-2 font-[550]" aria-live="polite">
        {t('sourcesChosen', { count })}
      </span>
      <Menu
        align="start"
        trigger={
          <Button size="small">
            <FolderInput size={14} strokeWidth={1.75} aria-hidden />
            {t('moveToMenu')}
          </Button>
        }
      >
        <MenuItem onSelect={() => onMove(null, t('toNoFolder'))}>{t('noFolder')}</MenuItem>
        {folders.map((folder) => (
          <MenuItem key={folder.id} onSelect={() => onMove(folder.id, folder.name)}>
            {folder.name}
          </MenuItem>
        ))}
      </Menu>
      <Button size="small" variant="danger" onClick={onUnsubscribe}>
        {t('unsubscribeFrom', { count })}
      </Button>
      <Button size="small" variant="quiet" onClick={onCancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}
