'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useCreateInvitation, useDeleteInvitation, useInvitations } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import type { Invitation } from '#lib/api/server/admin.ts'

/** Making, listing and revoking invitations. */
export function Invitations() {
  const t = useWords('admin')
  const invitations = useInvitations()
  return (
    <>
      <NewInvitation />
      {invitations.isPending && <Waiting rows={2} rowHeight={46} />}
      {invitations.isError && (
        <Failed
          title={t('invitationsFailed')}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
          className="px-0"
        />
      )}
      {invitations.data?.length === 0 && <p className="mt-4 text-ink-3">{t('noInvitations')}</p>}
      <ul className="mt-4 empty:hidden">
        {(invitations.data ?? []).map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </>
  )
}

function NewInvitation() {
  const t = useWords('admin')
  const create = useCreateInvitation()
  const errors = useFieldErrors(create.error)
  const [note, setNote] = useState('')
  const [days, setDays] = useState('14')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    create.mutate({ note: note.trim(), days: Number(days) }, { onSuccess: () => setNote('') })
  }
  return (
    <>
      <form
        onSubmit={onSubmit}
        onChange={errors.forget}
        className="grid items-end gap-3 sm:grid-cols-[1fr_140px_auto]"
      >
        <Field label={t('forWhom')}>
          <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Field label={t('worksFor')}>
          <Select value={days} onChange={(event) => setDays(event.target.value)}>
            {[3, 14, 90].map((count) => (
              <option key={count} value={String(count)}>
                {t('worksForDays', { count })}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" disabled={create.isPending}>
          {t('createInvitation')}
        </Button>
      </form>
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {errors.rest}
      </p>
      {create.data !== undefined && (
        <div className="mt-4 rounded-3 border border-line bg-paper p-4">
          <CopyField label={t('invitationLink')} value={create.data.url} hint={t('invitationLinkHint')} />
        </div>
      )}
    </>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const t = useWords('admin')
  const { nowMs } = useClock()
  const remove = useDeleteInvitation()
  const isUsed = invitation.usedAt !== null
  const isOver = Date.parse(invitation.expiresAt) < nowMs
  const name = invitation.note === '' ? t('invitationName', { id: invitation.id }) : invitation.note
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[580]">{name}</span>
        <span className="block text-12 text-ink-3">
          {isUsed
            ? t.rich('usedBy', { name: invitation.usedBy ?? t('somebody'), time: timeOf(invitation.usedAt) })
            : t.rich(isOver ? 'expired' : 'expires', { time: timeOf(invitation.expiresAt) })}
        </span>
      </span>
      <Button
        size="small"
        variant={isUsed || isOver ? 'quiet' : 'danger'}
        aria-label={t(isUsed || isOver ? 'removeOf' : 'revokeOf', { name })}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(invitation.id, {
            onSuccess: () => showToast(t('invitationEnded', { name })),
            onError: (error) => showError(t('notRevoked'), error),
          })
        }
      >
        {isUsed || isOver ? t('remove') : t('revoke')}
      </Button>
    </li>
  )
}

function timeOf(at: string | null) {
  return () => (at === null ? null : <Time at={at} />)
}
