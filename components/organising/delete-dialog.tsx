'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type DeleteDialogProps = {
  readonly title: string
  /** What goes where. */
  readonly hint: string
  readonly button: string
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asked before what nothing brings back. */
export function DeleteDialog({ title, hint, button, onDelete, onClose }: DeleteDialogProps) {
  const common = useWords('common')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      className="w-[min(420px,calc(100vw-32px))]"
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{common('cancel')}</Button>
          </DialogClose>
          <Button
            variant="danger"
            onClick={() => {
              onDelete()
              onClose()
            }}
          >
            {button}
          </Button>
        </>
      }
    >
      {hint}
    </Dialog>
  )
}
