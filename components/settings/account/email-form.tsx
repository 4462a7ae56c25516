'use client'

import { useState } from 'react'
import { ForAdmin } from '#components/ui/for-admin.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useAskForNewEmail } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PasswordPrompt } from '#components/accounts/password-prompt.tsx'

/** The address that one signs in with, and asking for another. */
export function EmailForm({ sendsMail }: { readonly sendsMail: boolean }) {
  const t = useWords('settings')
  const common = useWords('common')
  const me = useMe()
  const ask = useAskForNewEmail()
  const [email, setEmail] = useState<string | null>(null)
  const stop = () => {
    setEmail(null)
    ask.reset()
  }
  const errors = useFieldErrors(ask.error, ['email'])
  return (
    <>
      <p className="mb-3 break-words">{me.data?.email}</p>
      {!sendsMail && (
        <ForAdmin>
          <p className="text-12 text-ink-3">{common('mailSetUp')}</p>
        </ForAdmin>
      )}
      {sendsMail && email === null && <Button onClick={() => setEmail('')}>{t('changeEmail')}</Button>}
      {email !== null && (
        <div className="space-y-3" onChange={errors.forget}>
          <Field label={t('newEmail')} error={errors.at('email')}>
            <TextInput
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <PasswordPrompt
            action={t('changeEmail')}
            isBusy={ask.isPending}
            error={errors.rest === '' ? null : ask.error}
            onSubmit={(password) =>
              ask.mutate(
                { email: email.trim(), password },
                {
                  onSuccess: () => {
                    showToast(t('emailAsked', { email: email.trim() }))
                    stop()
                  },
                },
              )
            }
            onCancel={stop}
          />
        </div>
      )}
    </>
  )
}
