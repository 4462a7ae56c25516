'use client'

import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { signUp } from '#lib/auth/sign-in/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { accountFailure, type AccountFailure } from './account-failure.ts'

type NewAccountFormProps = {
  readonly leastPassword: number
  /** Secret of the invitation that was followed. */
  readonly invitation: string | null
  /** The page to go to once the account is made. */
  readonly nextPath: string
  /** The first account decides who may join after it. */
  readonly asksWhoJoins?: boolean
}

/** Makes an account and signs it in. */
export function NewAccountForm({
  leastPassword,
  invitation,
  nextPath,
  asksWhoJoins = false,
}: NewAccountFormProps) {
  const t = useWords('accounts')
  const [account, setAccount] = useState({ name: '', email: '', password: '' })
  const [whoJoins, setWhoJoins] = useState<'invitation' | 'open'>('invitation')
  const [failures, setFailures] = useState<readonly AccountFailure[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const errorOf = (field: AccountFailure['field']) => failures.find((each) => each.field === field)?.message

  function change(field: keyof typeof account, value: string) {
    setAccount({ ...account, [field]: value })
    // The fault is being mended; one of the whole form may be gone with it.
    setFailures(failures.filter((each) => each.field !== field && each.field !== 'form'))
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wrong: AccountFailure[] = []
    if (account.name.trim() === '') wrong.push({ field: 'name', message: t('wrongName') })
    if (!/.@./.test(account.email)) wrong.push({ field: 'email', message: t('wrongEmail') })
    if (Array.from(account.password).length < leastPassword)
      wrong.push({ field: 'password', message: t('passwordNeeds', { least: leastPassword }) })
    if (wrong.length > 0) return refuse(wrong, form)
    setIsBusy(true)
    const { error } = await signUp({
      ...account,
      ...(invitation === null ? {} : { invitation }),
      ...(asksWhoJoins && { whoJoins }),
    })
    // A whole page load: nothing that was fetched before is of use to the new account.
    if (error === null) return window.location.assign(nextPath)
    setIsBusy(false)
    refuse([accountFailure(error, t)], form)
  }
  /** Says what is wrong, and goes to the first field that is. */
  function refuse(wrong: readonly AccountFailure[], form: HTMLFormElement) {
    flushSync(() => setFailures(wrong))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="space-y-4.5" noValidate>
      <Field label={t('name')} error={errorOf('name')}>
        <TextInput
          ref={focusFirst}
          autoComplete="name"
          required
          value={account.name}
          onChange={(event) => change('name', event.target.value)}
          className="h-10.5 text-[15px]"
        />
      </Field>
      <Field label={t('email')} hint={t('emailHint')} error={errorOf('email')}>
        <TextInput
          type="email"
          autoComplete="username"
          required
          value={account.email}
          onChange={(event) => change('email', event.target.value)}
          className="h-10.5 text-[15px]"
        />
      </Field>
      <PasswordField
        label={t('password')}
        showName={t('showPassword')}
        autoComplete="new-password"
        least={leastPassword}
        isLarge
        value={account.password}
        onChange={(password) => change('password', password)}
        error={errorOf('password')}
      />
      {asksWhoJoins && (
        <div className="flex flex-col items-start gap-1.5">
          <p aria-hidden className="font-[550] text-ink">
            {t('joinLater')}
          </p>
          <Segmented
            label={t('joinLater')}
            value={whoJoins}
            options={[
              { value: 'invitation', label: t('joinByInvitation') },
              { value: 'open', label: t('joinOpen') },
            ]}
            onChange={setWhoJoins}
          />
          <p className="text-12 text-ink-3">{t('joinLaterHint')}</p>
        </div>
      )}
      <Button type="submit" variant="solid" size="large" disabled={isBusy} className="w-full text-[15px]">
        {t('createAccount')}
      </Button>
      <FormFault>{errorOf('form')}</FormFault>
    </form>
  )
}
