'use client'

import { useState } from 'react'
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

type AskedButtonProps = Omit<DeleteDialogProps, 'onClose'> & { readonly variant?: 'danger' }

/** A button of a row that asks before it acts. Its accessible name is the title of the question. */
export function AskedButton({ variant, ...question }: AskedButtonProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" variant={variant} aria-label={question.title} onClick={() => setAsked(true)}>
        {question.button}
      </Button>
      {isAsked && <DeleteDialog {...question} onClose={() => setAsked(false)} />}
    </>
  )
}
