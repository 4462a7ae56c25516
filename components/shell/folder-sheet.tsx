'use client'

import { SheetDialog } from '#components/ui/dialog.tsx'
import { SidebarTree } from './sidebar.tsx'

/** Folders and sources where the sidebar is folded away. */
export function FolderSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <SheetDialog open onOpenChange={onClose} side="left" title="Folders and sources">
      <SidebarTree onNavigate={onClose} />
    </SheetDialog>
  )
}
