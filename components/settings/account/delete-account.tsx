'use client'

import { useId, useState, type FormEvent } from 'react'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { leaveSignedOut } from '#lib/queries/requests/signed-out.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog, DialogClose } from '#components/ui/open/dialog.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { useDeleteAccount } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Ends the account for good, after its password. */
export function DeleteAccount() {
  const t = useWords('settings')
  const accounts = useWords('accounts')
  const common = useWords('common')
  const formId = useId()
  const [password, setPassword] = useState('')
  const deleteAccount = useDeleteAccount()
  const errors = useFieldErrors(deleteAccount.error)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    deleteAccount.mutate(password, {
      onSuccess: () => void leaveSignedOut(),
    })
  }
  return (
    <Dialog
      trigger={<Button variant="danger">{t('deleteAccount')}</Button>}
      title={t('deleteAccountTitle')}
      description={t('deleteAccountHint')}
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{common('cancel')}</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            disabled={password === '' || deleteAccount.isPending}
          >
            {t('deleteAccountNow')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} onChange={errors.forget} noValidate>
        <PasswordField
          label={t('presentPassword')}
          showName={accounts('showPresentPassword')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.rest}
        />
      </form>
    </Dialog>
  )
}
