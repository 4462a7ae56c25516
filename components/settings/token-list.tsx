'use client'

import { useState, type FormEvent } from 'react'
import type { TokenItem } from '#lib/api/account.ts'
import { Button } from '#components/ui/button.tsx'
import { CopyField } from '#components/ui/copy-field.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { useCreateToken, useDeleteToken, useTokens } from '#lib/queries/account.ts'

/** Making, listing and ending tokens. */
export function TokenList() {
  const tokens = useTokens()
  return (
    <>
      <NewToken />
      {tokens.isPending && <Waiting rows={2} rowHeight={46} />}
      {tokens.isError && (
        <Failed
          title="The tokens did not load."
          reason={tokens.error.message}
          onRetry={() => void tokens.refetch()}
          className="px-0"
        />
      )}
      {tokens.data?.length === 0 && <p className="mt-4 text-ink-3">No tokens so far.</p>}
      <ul className="mt-4 empty:hidden">
        {(tokens.data ?? []).map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
    </>
  )
}

function NewToken() {
  const create = useCreateToken()
  const [name, setName] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    create.mutate(name.trim(), { onSuccess: () => setName('') })
  }
  return (
    <>
      <form onSubmit={onSubmit} className="flex items-end gap-3">
        <Field label="Name of the program or device" className="flex-1">
          <TextInput
            value={name}
            maxLength={100}
            required
            placeholder="Reader on my phone"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={name.trim() === '' || create.isPending}>
          Create token
        </Button>
      </form>
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {create.error?.message}
      </p>
      {create.data !== undefined && (
        <div className="mt-4 rounded-3 border border-line bg-paper p-4">
          <CopyField
            label={`Token “${create.data.name}”`}
            value={create.data.token}
            hint="Shown this once. Reader apps take it in place of the password."
          />
        </div>
      )}
    </>
  )
}

function TokenRow({ token }: { readonly token: TokenItem }) {
  const remove = useDeleteToken()
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[580]">{token.name}</span>
        <span className="block text-12 text-ink-3">
          made <Time at={token.createdAt} />,{' '}
          {token.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={token.lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <Button
        size="small"
        variant="danger"
        aria-label={`Delete token ${token.name}`}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(token.id, {
            onSuccess: () => showToast(`Token ${token.name} deleted`),
            onError: (error) => showError(`The token was not deleted. ${error.message}`),
          })
        }
      >
        Delete
      </Button>
    </li>
  )
}
