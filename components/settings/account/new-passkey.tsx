'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useAddPasskey } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PasswordPrompt } from '#components/accounts/password-prompt.tsx'
import { longestName } from '#lib/text/names.ts'

/** Names a passkey and has the browser make it. */
export function NewPasskey() {
  const t = useWords('settings')
  const add = useAddPasskey()
  const [name, setName] = useState<string | null>(null)
  if (name === null) return <Button onClick={() => setName('')}>{t('addPasskey')}</Button>
  const stop = () => {
    setName(null)
    add.reset()
  }
  return (
    <div className="space-y-3">
      <Field label={t('passkeyName')}>
        <TextInput
          value={name}
          maxLength={longestName.other}
          placeholder={t('passkeyExample')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <PasswordPrompt
        action={t('addPasskey')}
        isBusy={add.isPending}
        error={add.error}
        onSubmit={(password) =>
          add.mutate(
            { name: name.trim() === '' ? t('passkeyExample') : name.trim(), password },
            {
              onSuccess: (made) => {
                if (made === null) return showError(t('passkeyStopped'))
                showToast(t('passkeyAdded', { name: made.name }))
                stop()
              },
            },
          )
        }
        onCancel={stop}
      />
    </div>
  )
}
