'use client'

import { useId, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import { useErrorText } from '#components/ui/error-text.ts'
import { Field, TextInput } from '#components/ui/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type ViewNameDialogProps = {
  readonly title: string
  readonly startName: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks how a view is called. Stays open with the reason when it was not saved. */
export function ViewNameDialog({ title, startName, onSave, onClose }: ViewNameDialogProps) {
  const t = useWords('views')
  const common = useWords('common')
  const errorText = useErrorText()
  const formId = useId()
  const [name, setName] = useState(startName)
  const [failure, setFailure] = useState<string | null>(null)
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setFailure(t('needsName'))
    try {
      await onSave(name.trim())
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{common('cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="solid">
            {common('save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void onSubmit(event)}>
        <Field label={t('name')} error={failure}>
          <TextInput value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
