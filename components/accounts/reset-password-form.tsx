'use client'

import { useState, type FormEvent, type ReactNode } from 'react'
import { AccountLink } from '#components/accounts/account-link.tsx'
import { useLinkSecret } from '#components/accounts/link-secret.ts'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { useResetPassword } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Sets a new password by a mailed link. */
export function ResetForm({ leastPassword }: { readonly leastPassword: number }) {
  const t = useWords('accounts')
  const token = useLinkSecret()
  const reset = useResetPassword()
  const errors = useFieldErrors(reset.error)
  const [password, setPassword] = useState('')
  const [isShort, setShort] = useState(false)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const tooFew = Array.from(password).length < leastPassword
    setShort(tooFew)
    if (!tooFew) reset.mutate({ token: token ?? '', password })
  }
  function onChange() {
    setShort(false)
    errors.forget()
  }
  const toSignIn = (text: ReactNode) => <AccountLink href="/sign-in">{text}</AccountLink>
  if (reset.isSuccess) return <p role="status">{t.rich('resetDone', { link: toSignIn })}</p>
  if (token === null) return null // until the page can read its own address
  if (token === '') return <p role="alert">{t('linkBroken')}</p>
  return (
    <form onSubmit={onSubmit} onChange={onChange} className="space-y-4.5" noValidate>
      <PasswordField
        label={t('newPassword')}
        showName={t('showNewPassword')}
        autoComplete="new-password"
        least={leastPassword}
        isLarge
        isFirst
        value={password}
        onChange={setPassword}
        error={isShort ? t('passwordNeeds', { least: leastPassword }) : errors.rest}
      />
      <Button
        type="submit"
        variant="solid"
        size="large"
        disabled={reset.isPending || password === ''}
        className="w-full text-[15px]"
      >
        {t('setPassword')}
      </Button>
    </form>
  )
}
