'use client'

import { useState, type FormEvent } from 'react'
import type { TokenKind } from '#lib/api/accounts/account.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useCreateToken, useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PasswordPrompt } from '#components/accounts/password-prompt.tsx'
import { longestName } from '#lib/text/names.ts'
import { ScopeChoice } from './token-scopes.tsx'

/** Makes a token for a program or an app password, after the account's own, and shows it this once. */
export function NewToken() {
  const t = useWords('settings')
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<TokenKind>('app')
  const [forFever, setForFever] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const role = useMe().data?.role ?? 'subscriber'
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'write'])
  const kinds = [
    { value: 'app', label: t('forApp') },
    { value: 'api', label: t('forProgram') },
  ] as const
  const isIncomplete = name.trim() === '' || (kind === 'api' && chosen.length === 0)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    create.reset()
    setIsAsked(true)
  }
  function make(password: string) {
    const common = { name: name.trim(), password, kind, forFever: kind === 'app' && forFever }
    const token = kind === 'api' ? { ...common, scopes: chosen } : common
    create.mutate(token, {
      onSuccess: () => {
        setName('')
        setIsAsked(false)
      },
    })
  }
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={t('tokenName')} className="flex-1 basis-52">
          <TextInput
            value={name}
            maxLength={longestName.other}
            required
            placeholder={t('tokenExample')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Segmented label={t('tokenFor')} value={kind} options={kinds} onChange={setKind} />
        {!isAsked && (
          <Button type="submit" disabled={isIncomplete}>
            {t('createToken')}
          </Button>
        )}
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
      {isAsked && (
        <div ref={focusField} className="mt-4">
          <PasswordPrompt
            action={t('createToken')}
            isBusy={create.isPending || isIncomplete}
            error={create.error}
            onSubmit={make}
            onCancel={() => setIsAsked(false)}
          />
        </div>
      )}
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

/** The button that was pressed is gone: what was asked for has the focus instead. */
function focusField(prompt: HTMLElement | null): void {
  prompt?.querySelector('input')?.focus()
}
