'use client'

import { useState, type FormEvent } from 'react'
import type { Invitation } from '#lib/api/admin.ts'
import { Button } from '#components/ui/button.tsx'
import { CopyField } from '#components/ui/copy-field.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { useCreateInvitation, useDeleteInvitation, useInvitations } from '#lib/queries/admin.ts'

/** Making, listing and revoking invitations. */
export function Invitations() {
  const invitations = useInvitations()
  return (
    <>
      <NewInvitation />
      {invitations.isPending && <Waiting rows={2} rowHeight={46} />}
      {invitations.isError && (
        <Failed
          title="The invitations did not load."
          reason={invitations.error.message}
          onRetry={() => void invitations.refetch()}
          className="px-0"
        />
      )}
      {invitations.data?.length === 0 && <p className="mt-4 text-ink-3">No invitations so far.</p>}
      <ul className="mt-4 empty:hidden">
        {(invitations.data ?? []).map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </>
  )
}

function NewInvitation() {
  const create = useCreateInvitation()
  const [note, setNote] = useState('')
  const [days, setDays] = useState('14')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    create.mutate({ note: note.trim(), days: Number(days) }, { onSuccess: () => setNote('') })
  }
  return (
    <>
      <form onSubmit={onSubmit} className="grid items-end gap-3 sm:grid-cols-[1fr_140px_auto]">
        <Field label="For whom (a note for you)">
          <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Field label="Works for">
          <Select value={days} onChange={(event) => setDays(event.target.value)}>
            <option value="3">3 days</option>
            <option value="14">14 days</option>
            <option value="90">90 days</option>
          </Select>
        </Field>
        <Button type="submit" disabled={create.isPending}>
          Create invitation
        </Button>
      </form>
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {create.error?.message}
      </p>
      {create.data !== undefined && (
        <div className="mt-4 rounded-3 border border-line bg-paper p-4">
          <CopyField
            label="Link of the invitation"
            value={create.data.url}
            hint="Shown this once. Whoever has it can sign up with it, one person only."
          />
        </div>
      )}
    </>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { nowMs } = useClock()
  const remove = useDeleteInvitation()
  const isUsed = invitation.usedAt !== null
  const isOver = Date.parse(invitation.expiresAt) < nowMs
  const name = invitation.note === '' ? `Invitation ${invitation.id}` : invitation.note
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[580]">{name}</span>
        <span className="block text-12 text-ink-3">
          {isUsed ? (
            <>
              used by {invitation.usedBy ?? 'somebody'}{' '}
              <Time at={invitation.usedAt ?? invitation.expiresAt} />
            </>
          ) : (
            <>
              {isOver ? 'expired ' : 'expires '}
              <Time at={invitation.expiresAt} />
            </>
          )}
        </span>
      </span>
      <Button
        size="small"
        variant={isUsed || isOver ? 'quiet' : 'danger'}
        aria-label={`${isUsed || isOver ? 'Remove' : 'Revoke'} ${name}`}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(invitation.id, {
            onSuccess: () => showToast(`${name} does not work any more`),
            onError: (error) => showError(`The invitation was not revoked. ${error.message}`),
          })
        }
      >
        {isUsed || isOver ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  )
}
