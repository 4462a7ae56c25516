'use client'

import { useState, type FormEvent } from 'react'
import { accountFailure } from '#components/accounts/account-failure.ts'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { FormFault } from '#components/ui/form/field.tsx'
import { authClient } from '#lib/auth/sign-in/auth-client.ts'
import { renewBrowser } from '#lib/queries/events/renew-browser.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

type Failure = { readonly field: 'current' | 'next' | 'form'; readonly message: string }

/** Changes the password; all other sessions end. */
export function PasswordForm({ leastPassword }: { readonly leastPassword: number }) {
  const t = useWords('settings')
  const accounts = useWords('accounts')
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const errorOf = (field: Failure['field']) => (failure?.field === field ? failure.message : undefined)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (Array.from(next).length < leastPassword)
      return setFailure({
        field: 'next',
        message: accounts('passwordNeeds', { least: leastPassword }),
      })
    const { error } = await authClient.changePassword({
      currentPassword: current,
      newPassword: next,
      revokeOtherSessions: true,
    })
    if (error !== null) return setFailure(failureOf(error, accounts))
    setFailure(null)
    setCurrent('')
    setNext('')
    showToast(t('passwordChanged'))
    void renewBrowser().catch(() => undefined) // this session is another one; the next page does it, too
  }
  return (
    <form
      onSubmit={(event) => void onSubmit(event)}
      onChange={() => setFailure(null)}
      className="space-y-4"
      noValidate
    >
      <PasswordField
        label={t('presentPassword')}
        showName={accounts('showPresentPassword')}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={errorOf('current')}
      />
      <PasswordField
        label={t('newPassword')}
        showName={accounts('showNewPassword')}
        autoComplete="new-password"
        least={leastPassword}
        value={next}
        onChange={setNext}
        error={errorOf('next')}
      />
      <Button type="submit" variant="solid" disabled={current === '' || next === ''}>
        {t('changePassword')}
      </Button>
      <FormFault>{errorOf('form')}</FormFault>
    </form>
  )
}

const refusalsOfNew: readonly unknown[] = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_WEAK']

function failureOf(error: Parameters<typeof accountFailure>[0], t: AreaWords<'accounts'>): Failure {
  const { message } = accountFailure(error, t)
  if (error.code === 'INVALID_PASSWORD') return { field: 'current', message }
  if (refusalsOfNew.includes(error.code)) return { field: 'next', message }
  return { field: 'form', message }
}
