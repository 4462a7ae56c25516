'use client'

import { useState, type FormEvent } from 'react'
import { accountFailure } from '#app/(accounts)/account-failure.ts'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { authClient } from '#lib/auth/auth-client.ts'

type Failure = { readonly field: 'current' | 'next' | 'form'; readonly message: string }

/** Changes the password; all other sessions end. */
export function PasswordForm({ leastPassword }: { readonly leastPassword: number }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const errorOf = (field: Failure['field']) => (failure?.field === field ? failure.message : undefined)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (Array.from(next).length < leastPassword)
      return setFailure({
        field: 'next',
        message: `The password needs at least ${leastPassword} characters.`,
      })
    const { error } = await authClient.changePassword({
      currentPassword: current,
      newPassword: next,
      revokeOtherSessions: true,
    })
    if (error !== null) return setFailure(failureOf(error))
    setFailure(null)
    setCurrent('')
    setNext('')
    showToast('Password changed; all other sessions ended')
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="space-y-4" noValidate>
      <PasswordField
        label="Present password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={errorOf('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        least={leastPassword}
        value={next}
        onChange={setNext}
        error={errorOf('next')}
      />
      <Button type="submit" variant="solid" disabled={current === '' || next === ''}>
        Change password
      </Button>
      <p role="alert" className="text-broken empty:hidden">
        {errorOf('form')}
      </p>
    </form>
  )
}

function failureOf(error: Parameters<typeof accountFailure>[0]): Failure {
  const { message } = accountFailure(error)
  if (error.code === 'INVALID_PASSWORD') return { field: 'current', message }
  if (error.code === 'PASSWORD_TOO_SHORT' || error.code === 'PASSWORD_TOO_LONG')
    return { field: 'next', message }
  return { field: 'form', message }
}
