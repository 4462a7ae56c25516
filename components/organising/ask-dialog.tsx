'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog, DialogClose } from '#components/ui/open/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type AskDialogProps = {
  readonly title: string
  /** The button that does it; beside it stands the one that does not. */
  readonly button: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A question with one button for yes. */
export function AskDialog({ title, button, children, onClose }: AskDialogProps) {
  const t = useWords('common')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      className="w-[min(420px,calc(100vw-32px))]"
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{t('cancel')}</Button>
          </DialogClose>
          {button}
        </>
      }
    >
      {children}
    </Dialog>
  )
}
