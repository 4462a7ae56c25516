'use client'

import { useState, type FormEvent } from 'react'
import { accountFailure, type AccountFailure } from '#components/accounts/account-failure.ts'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { authClient } from '#lib/auth/sign-in/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** E-mail and password, then a code where the account asks for one; or a passkey. */
export function SignInForm({ nextPath }: { readonly nextPath: string }) {
  const t = useWords('accounts')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<AccountFailure | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const errorOf = (field: AccountFailure['field']) => (failure?.field === field ? failure.message : undefined)
  // A whole page load: nothing that was fetched before is of use to this account.
  const goOn = () => window.location.assign(nextPath)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const { data, error } = await authClient.signIn.email({ email, password })
    if (error !== null) setFailure(accountFailure(error, t))
    else if ('needsSecondStep' in data) setNeedsCode(true)
    else return goOn()
    setIsBusy(false)
  }
  function startAgain() {
    setNeedsCode(false)
    setPassword('')
    setFailure(null)
  }
  if (needsCode) return <CodeForm onSignedIn={goOn} onStartAgain={startAgain} />
  return (
    <form
      onSubmit={(event) => void onSubmit(event)}
      onChange={() => setFailure(null)}
      className="space-y-4.5"
      noValidate
    >
      <Field label={t('email')} error={errorOf('email')}>
        <TextInput
          ref={focusFirst}
          type="email"
          autoComplete="username webauthn"
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
      <PasskeyButton onSignedIn={goOn} onFailure={setFailure} />
      <FormFault>{errorOf('form')}</FormFault>
    </form>
  )
}
