'use client'

import { useState, type FormEvent } from 'react'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PasswordPromptProps = {
  /** The act of the button. */
  readonly action: string
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (password: string) => void
  readonly onCancel: () => void
  readonly isDangerous?: boolean
}

/** Asks for the password again, before a change to how one signs in. */
export function PasswordPrompt(props: PasswordPromptProps) {
  const { action, isBusy, error, onSubmit, onCancel, isDangerous = false } = props
  const t = useWords('settings')
  const common = useWords('common')
  const errors = useFieldErrors(error)
  const [password, setPassword] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(password)
  }
  return (
    <form onSubmit={submit} onChange={errors.forget} className="space-y-3" noValidate>
      <PasswordField
        label={t('yourPassword')}
        showName={t('showYourPassword')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.rest}
      />
      <div className="flex gap-2">
        <Button type="submit" variant={isDangerous ? 'danger' : 'solid'} disabled={password === '' || isBusy}>
          {action}
        </Button>
        <Button onClick={onCancel}>{common('cancel')}</Button>
      </div>
    </form>
  )
}
