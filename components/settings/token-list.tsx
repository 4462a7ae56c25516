'use client'

import { useState, type FormEvent } from 'react'
import type { TokenItem, TokenKind } from '#lib/api/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { CopyField } from '#components/ui/copy-field.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { Scope } from '#lib/api/scopes.ts'
import { useCreateToken, useDeleteToken, useMe, useTokens } from '#lib/queries/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useErrorText } from '#components/ui/error-text.ts'
import { ScopeChoice, ScopeTags } from './token-scopes.tsx'

/** Making, listing and ending tokens. */
export function TokenList() {
  const t = useWords('settings')
  const tokens = useTokens()
  return (
    <>
      <NewToken />
      {tokens.isPending && <Waiting rows={2} rowHeight={46} />}
      {tokens.isError && (
        <Failed
          title={t('tokensFailed')}
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
          className="px-0"
        />
      )}
      {tokens.data?.length === 0 && <p className="mt-4 text-ink-3">{t('noTokens')}</p>}
      <ul className="mt-4 empty:hidden">
        {(tokens.data ?? []).map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
    </>
  )
}

function NewToken() {
  const t = useWords('settings')
  const errorText = useErrorText()
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<TokenKind>('app')
  const [forFever, setForFever] = useState(false)
  const role = useMe().data?.role ?? 'subscriber'
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'write'])
  const kinds = [
    { value: 'app', label: t('forApp') },
    { value: 'api', label: t('forProgram') },
  ] as const
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const common = { name: name.trim(), kind, forFever: kind === 'app' && forFever }
    const token = kind === 'api' ? { ...common, scopes: chosen } : common
    create.mutate(token, { onSuccess: () => setName('') })
  }
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={t('tokenName')} className="flex-1 basis-52">
          <TextInput
            value={name}
            maxLength={100}
            required
            placeholder={t('tokenExample')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Segmented label={t('tokenFor')} value={kind} options={kinds} onChange={setKind} />
        <Button
          type="submit"
          disabled={name.trim() === '' || create.isPending || (kind === 'api' && chosen.length === 0)}
        >
          {t('createToken')}
        </Button>
        {kind === 'api' && <ScopeChoice role={role} chosen={chosen} onChange={setChosen} />}
        {kind === 'app' && (
          <div className="basis-full">
            <Checkbox
              label={t('forFever')}
              checked={forFever}
              aria-describedby="for-fever-hint"
              onChange={(event) => setForFever(event.target.checked)}
            />
            <p id="for-fever-hint" className="text-12 text-ink-3">
              {t('forFeverHint')}
            </p>
          </div>
        )}
      </form>
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {errorText(create.error)}
      </p>
      {create.data !== undefined && (
        <div className="mt-4 rounded-3 border border-line bg-paper p-4">
          <CopyField
            label={t('tokenLabel', { name: create.data.name })}
            value={create.data.token}
            hint={t('tokenHint')}
          />
        </div>
      )}
    </>
  )
}

function TokenRow({ token }: { readonly token: TokenItem }) {
  const t = useWords('settings')
  const { lastUsedAt } = token
  const remove = useDeleteToken()
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[580]">
          <span className="truncate">{token.name}</span>
          <Tag>{t(token.kind === 'app' ? 'kindApp' : 'kindApi')}</Tag>
          {token.kind === 'api' && <ScopeTags scopes={token.scopes} />}
          {token.forFever && <Tag>{t('kindFever')}</Tag>}
        </span>
        <span className="block text-12 text-ink-3">
          {t.rich(lastUsedAt === null ? 'madeUnused' : 'madeUsed', {
            made: () => <Time at={token.createdAt} />,
            used: () => (lastUsedAt === null ? null : <Time at={lastUsedAt} />),
          })}
        </span>
      </span>
      <Button
        size="small"
        variant="danger"
        aria-label={t('deleteToken', { name: token.name })}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(token.id, {
            onSuccess: () => showToast(t('tokenDeleted', { name: token.name })),
            onError: (error) => showError(t('tokenNotDeleted'), error),
          })
        }
      >
        {t('delete')}
      </Button>
    </li>
  )
}
