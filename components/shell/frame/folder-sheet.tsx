'use client'

import { SheetDialog } from '#components/ui/open/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { SidebarTree } from './sidebar.tsx'

/** Folders and sources where the sidebar is folded away. */
export function FolderSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('shell')
  return (
    <SheetDialog open onOpenChange={onClose} side="start" title={t('foldersAndSources')}>
      <SidebarTree onNavigate={onClose} />
    </SheetDialog>
  )
}
