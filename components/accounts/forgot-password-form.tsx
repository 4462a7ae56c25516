'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { useAskForReset } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Asks for a link that sets a new password. The answer is the same whether there is such an account or not. */
export function ForgotForm() {
  const t = useWords('accounts')
  const ask = useAskForReset()
  const errors = useFieldErrors(ask.error)
  const [email, setEmail] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    ask.mutate(email.trim())
  }
  if (ask.isSuccess) return <p role="status">{t('linkSent', { email: ask.variables })}</p>
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} className="space-y-4.5" noValidate>
      <Field label={t('email')} error={errors.rest}>
        <TextInput
          ref={focusFirst}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="h-10.5 text-[15px]"
        />
      </Field>
      <Button
        type="submit"
        variant="solid"
        size="large"
        disabled={ask.isPending || email.trim() === ''}
        className="w-full text-[15px]"
      >
        {t('sendLink')}
      </Button>
    </form>
  )
}
