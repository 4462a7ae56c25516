'use client'

import { Button } from '#components/ui/form/button.tsx'
import { AskDialog } from './ask-dialog.tsx'

type DeleteDialogProps = {
  readonly title: string
  /** The words about what goes where. */
  readonly hint: string
  readonly button: string
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asked before what nothing brings back. */
export function DeleteDialog({ title, hint, button, onDelete, onClose }: DeleteDialogProps) {
  function deleteIt() {
    onDelete()
    onClose()
  }
  const deleting = (
    <Button variant="danger" onClick={deleteIt}>
      {button}
    </Button>
  )
  return (
    <AskDialog title={title} button={deleting} onClose={onClose}>
      {hint}
    </AskDialog>
  )
}
