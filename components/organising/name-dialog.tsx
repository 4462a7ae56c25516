'use client'

import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog, DialogClose } from '#components/ui/open/dialog.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { longestName, type NameKind } from '#lib/text/names.ts'

type NameDialogProps = {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly button: string
  readonly startName: string
  /** An empty name may be saved: it means going back to the source's own. */
  readonly mayBeEmpty?: boolean
  readonly kind: NameKind
  readonly onSave: (name: string) => Promise<unknown>
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Asks for one name. Stays open with the reason when it was not saved. */
export function NameDialog(props: NameDialogProps) {
  const common = useWords('common')
  const { trigger, open, onOpenChange } = props
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  function setOpen(next: boolean) {
    setIsOpen(next)
    onOpenChange?.(next)
  }
  return (
    <Dialog
      open={open ?? isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      title={props.title}
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{common('cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="solid">
            {props.button}
          </Button>
        </>
      }
    >
      <NameForm {...props} formId={formId} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

type NameFormProps = NameDialogProps & { readonly formId: string; readonly onDone: () => void }

function NameForm({ label, hint, startName, mayBeEmpty = false, kind, ...rest }: NameFormProps) {
  const { onSave, formId, onDone } = rest
  const t = useWords('organising')
  const errorText = useErrorText()
  const [name, setName] = useState(startName)
  const [failure, setFailure] = useState<string | null>(null)
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '' && !mayBeEmpty) return setFailure(t('needsName'))
    try {
      await onSave(name.trim())
      onDone()
    } catch (error) {
      setFailure(errorText(error) || t('notSaved'))
    }
  }
  return (
    <form id={formId} onSubmit={(event) => void onSubmit(event)} onChange={() => setFailure(null)}>
      <Field label={label} hint={hint} error={failure}>
        <TextInput
          value={name}
          maxLength={longestName[kind]}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </form>
  )
}
