'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useMakeUser } from '#lib/queries/admin/users.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'

/** Makes an account for somebody, who sets the password by a link. */
export function NewUser() {
  const t = useWords('admin')
  const make = useMakeUser()
  const errors = useFieldErrors(make.error, ['name', 'email'])
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const onSuccess = ({ url }: { readonly url: string | null }) => {
      if (url === null) showToast(t('resetMailed', { email }))
      setName('')
      setEmail('')
    }
    make.mutate({ name: name.trim(), email: email.trim() }, { onSuccess })
  }
  const url = make.data?.url ?? null
  return (
    <div className="mb-4">
      <form
        onSubmit={onSubmit}
        onChange={errors.forget}
        className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
      >
        <Field label={t('newUserName')} error={errors.at('name')}>
          <TextInput
            value={name}
            required
            maxLength={longestName.other}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('newUserEmail')} error={errors.at('email')}>
          <TextInput
            type="email"
            value={email}
            required
            maxLength={254}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={make.isPending} className="sm:mt-[25.5px]">
          {t('makeUser')}
        </Button>
      </form>
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {errors.rest}
      </p>
      {url !== null && (
        <div className="mt-4 rounded-3 border border-line bg-paper p-4">
          <CopyField
            label={t('resetLink', { name: make.data?.email ?? '' })}
            value={url}
            hint={t('resetLinkHint')}
          />
        </div>
      )}
    </div>
  )
}
