'use client'

import { useEffect, useRef, type FormEvent } from 'react'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showToast, showError } from '#components/ui/open/toast.tsx'
import { useEscape } from '#components/ui/open/use-escape.ts'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'

type BudgetFormProps = {
  /** The setting that is typed. */
  readonly name: 'budgetPerDay' | 'checksPerSource'
  readonly text: string
  /** The text as a number; null when it is none. */
  readonly budget: number | null
  readonly before: number
  readonly onChange: (text: string) => void
  readonly onClose: () => void
}

/** The budget as a field. Enter saves, Esc leaves. */
export function BudgetForm({ name, text, budget, before, onChange, onClose }: BudgetFormProps) {
  const t = useWords('admin')
  const common = useWords('common')
  const change = useChangeSettings()
  const errors = useFieldErrors(change.error)
  const isByFeed = name === 'checksPerSource'
  const field = useRef<HTMLInputElement>(null)
  const form = useEscape<HTMLFormElement>(onClose)
  // Opening the field is the wish to type here.
  useEffect(() => field.current?.select(), [])
  function undo() {
    // The form is gone by then, and its callbacks with it; the promise is not.
    change.mutateAsync({ [name]: before }).catch((error: unknown) => showError(t('budgetNotBack'), error))
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (budget === null) return
    change.mutate(
      { [name]: budget },
      {
        onSuccess: () => {
          showToast(t(isByFeed ? 'checksSaved' : 'budgetSaved', { count: budget }), {
            label: common('undo'),
            run: undo,
          })
          onClose()
        },
      },
    )
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} ref={form}>
      <Field
        label={t(isByFeed ? 'checksPerFeedName' : 'pollsADay')}
        labelHidden
        error={budget === null ? t(isByFeed ? 'checksWrong' : 'budgetWrong') : errors.rest}
      >
        <TextInput
          inputMode="numeric"
          ref={field}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 text-20 font-[640]"
        />
      </Field>
      <div className="my-2 flex gap-1.5">
        <SaveOrCancel size="small" disabled={budget === null || change.isPending} onCancel={onClose} />
      </div>
    </form>
  )
}
