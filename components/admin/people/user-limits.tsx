'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog } from '#components/ui/open/dialog.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useDeleteUser, useLimitUser } from '#lib/queries/admin/users.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { AdminUserRow } from '#lib/api/server/admin.ts'

type UserLimitsProps = {
  readonly user: AdminUserRow
  /** Nobody deletes the own account here: that is in the settings. */
  readonly isSelf: boolean
}

/** Sets the limits of one account, or deletes it. */
export function UserLimits({ user, isSelf }: UserLimitsProps) {
  const t = useWords('admin')
  const { id, name } = user
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [subscriptions, setSubscriptions] = useState(user.maxSubscriptions?.toString() ?? '')
  const [storedMb, setStoredMb] = useState(user.maxStoredMb?.toString() ?? '')
  const limit = useLimitUser()
  const remove = useDeleteUser()
  const onError = (error: unknown) => showError(t('userNotChanged'), error)
  const ended = (words: string) => ({
    onError,
    onSuccess: () => {
      setOpen(false)
      showToast(words)
    },
  })
  // The server refuses 0, and says why; NaN would arrive as null, which takes the limit away.
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text) || 0)
  const save = () =>
    limit.mutate(
      { id, maxSubscriptions: numberOf(subscriptions), maxStoredMb: numberOf(storedMb) },
      ended(t('limitsSaved', { name })),
    )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        setDeleting(false)
      }}
      trigger={
        <Button size="small" aria-label={t('limitsOf', { name })}>
          {t('limits')}
        </Button>
      }
      title={t('limitsOf', { name })}
      description={t('limitsHint')}
      footer={
        <>
          {!isSelf && (
            <Button
              variant="danger"
              disabled={remove.isPending}
              onClick={() => {
                if (isDeleting) remove.mutate(id, ended(t('userDeleted', { name })))
                else setDeleting(true)
              }}
            >
              {isDeleting ? t('deleteUserSure', { name }) : t('deleteUser')}
            </Button>
          )}
          <Button disabled={limit.isPending} onClick={save}>
            {t('saveLimits')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label={t('limitSubscriptions')}>
          <TextInput
            inputMode="numeric"
            value={subscriptions}
            onChange={(event) => setSubscriptions(event.target.value)}
          />
        </Field>
        <Field label={t('limitStoredMb')}>
          <TextInput
            inputMode="numeric"
            value={storedMb}
            onChange={(event) => setStoredMb(event.target.value)}
          />
        </Field>
        {!isSelf && <p className="text-ink-3">{t('deleteUserHint')}</p>}
      </div>
    </Dialog>
  )
}
