'use client'

import { SheetDialog } from '#components/ui/open/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { Looked } from './discover-address.ts'
import { SourcePreview } from './source-preview.tsx'

/** The preview where there is no room beside the list. */
export function PreviewSheet({ looked, onClose }: { readonly looked: Looked; readonly onClose: () => void }) {
  const t = useWords('discover')
  return (
    <SheetDialog open onOpenChange={onClose} title={t('title')}>
      <SourcePreview looked={looked} />
    </SheetDialog>
  )
}
