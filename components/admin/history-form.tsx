'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useErrorText } from '#components/ui/error-text.ts'
import { Field, TextInput } from '#components/ui/field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** For how long polls are kept one by one. */
export function HistoryForm({ pollHistoryDays }: { readonly pollHistoryDays: number }) {
  const t = useWords('admin')
  const common = useWords('common')
  const errorText = useErrorText()
  const [typed, setTyped] = useState<string | null>(null)
  const change = useChangeSettings()
  const days = Number(typed ?? pollHistoryDays)
  const isRight = Number.isInteger(days) && days >= 30 && days <= 3_650
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isRight) return
    const onSuccess = () => {
      setTyped(null)
      showToast(t('historySaved'))
    }
    change.mutate({ pollHistoryDays: days }, { onSuccess })
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <Field
        label={t('historyDays')}
        hint={t('historyDaysHint')}
        error={isRight ? undefined : t('historyDaysWrong')}
      >
        <TextInput
          inputMode="numeric"
          value={typed ?? String(pollHistoryDays)}
          onChange={(event) => setTyped(event.target.value)}
          className="w-28"
        />
      </Field>
      <Button type="submit" variant="solid" disabled={typed === null || !isRight || change.isPending}>
        {common('save')}
      </Button>
      <p role="alert" className="text-broken empty:hidden">
        {errorText(change.error)}
      </p>
    </form>
  )
}
