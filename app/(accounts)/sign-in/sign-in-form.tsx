'use client'

import { useState, type FormEvent } from 'react'
import { accountFailure, type AccountFailure } from '#app/(accounts)/account-failure.ts'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { authClient } from '#lib/auth/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** E-mail and password. */
export function SignInForm({ nextPath }: { readonly nextPath: string }) {
  const t = useWords('accounts')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<AccountFailure | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const errorOf = (field: AccountFailure['field']) => (failure?.field === field ? failure.message : undefined)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const { error } = await authClient.signIn.email({ email, password })
    // A whole page load: nothing that was fetched before is of use to this account.
    if (error === null) return window.location.assign(nextPath)
    setFailure(accountFailure(error, t))
    setIsBusy(false)
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="space-y-4.5" noValidate>
      <Field label={t('email')} error={errorOf('email')}>
        <TextInput
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="h-10.5 text-[15px]"
        />
      </Field>
      <PasswordField
        label={t('password')}
        showName={t('showPassword')}
        autoComplete="current-password"
        isLarge
        value={password}
        onChange={setPassword}
        error={errorOf('password')}
      />
      <Button type="submit" variant="solid" size="large" disabled={isBusy} className="w-full text-[15px]">
        {t('signIn')}
      </Button>
      <p role="alert" className="text-broken empty:hidden">
        {errorOf('form')}
      </p>
    </form>
  )
}
