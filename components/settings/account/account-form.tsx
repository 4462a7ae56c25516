'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { accountFailure } from '#components/accounts/account-failure.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import type { Me } from '#lib/api/accounts/account.ts'
import { authClient } from '#lib/auth/sign-in/auth-client.ts'
import { meQuery, useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'

/** Name of the signed-in account. */
export function AccountForm() {
  const t = useWords('settings')
  const me = useMe()
  if (me.isPending) return <Waiting rows={1} rowHeight={60} />
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
    <form onSubmit={(event) => void onSubmit(event)} onChange={() => setFailure(null)} className="space-y-3">
      <Field label={t('name')} labelHidden error={failure}>
        <TextInput
          autoComplete="name"
          maxLength={longestName.other}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="solid" disabled={name.trim() === '' || name.trim() === me.name}>
        {common('save')}
      </Button>
    </form>
  )
}
