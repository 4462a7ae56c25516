'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { accountFailure } from '#app/(accounts)/account-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { Me } from '#lib/api/account.ts'
import { authClient } from '#lib/auth/auth-client.ts'
import { meQuery, useMe } from '#lib/queries/account.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Name and e-mail of the signed-in account. */
export function AccountForm() {
  const t = useWords('settings')
  const me = useMe()
  if (me.isPending) return <Waiting rows={2} rowHeight={60} />
  if (me.isError)
    return (
      <Failed
        title={t('accountFailed')}
        error={me.error}
        onRetry={() => void me.refetch()}
        className="px-0"
      />
    )
  return <NameForm key={me.data.name} me={me.data} />
}

function NameForm({ me }: { readonly me: Me }) {
  const t = useWords('settings')
  const common = useWords('common')
  const accounts = useWords('accounts')
  const client = useQueryClient()
  const [name, setName] = useState(me.name)
  const [failure, setFailure] = useState<string | null>(null)
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { error } = await authClient.updateUser({ name: name.trim() })
    if (error !== null) return setFailure(accountFailure(error, accounts).message)
    setFailure(null)
    await client.invalidateQueries(meQuery())
    showToast(t('nameSaved'))
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="space-y-4">
      <Field label={t('name')} error={failure}>
        <TextInput
          autoComplete="name"
          maxLength={100}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('email')} hint={t('emailHint')}>
        <TextInput type="email" value={me.email} readOnly className="text-ink-2" />
      </Field>
      <Button type="submit" variant="solid" disabled={name.trim() === '' || name.trim() === me.name}>
        {common('save')}
      </Button>
    </form>
  )
}
