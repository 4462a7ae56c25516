'use client'

import { SheetDialog } from '#components/ui/open/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { SidebarTree } from './sidebar.tsx'

/** Folders and sources where the sidebar is folded away: from below where thumbs are, else from the side. */
export function FolderSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('shell')
  const isPhone = matchMedia('(width < 640px)').matches
  return (
    <SheetDialog
      open
      onOpenChange={onClose}
      side={isPhone ? 'bottom' : 'start'}
      title={t('foldersAndSources')}
    >
      <SidebarTree onNavigate={onClose} />
    </SheetDialog>
  )
}
