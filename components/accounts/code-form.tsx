'use client'

import { useEffect, useRef, useState, type FormEvent } from 'react'
import { accountFailure } from '#components/accounts/account-failure.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { finishSecondStep } from '#lib/auth/sign-in/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'

type CodeFormProps = { readonly onSignedIn: () => void; readonly onStartAgain: () => void }

/** The second step: a code of the app, or one of those kept for when the phone is lost. */
export function CodeForm({ onSignedIn, onStartAgain }: CodeFormProps) {
  const t = useWords('accounts')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const refusal = await finishSecondStep(code)
    if (refusal === null) return onSignedIn()
    setFailure(accountFailure(refusal, t).message)
    setIsBusy(false)
    input.current?.select()
  }
  return (
    <form
      onSubmit={(event) => void onSubmit(event)}
      onChange={() => setFailure(null)}
      className="space-y-4.5"
      noValidate
    >
      <Field label={t('code')} hint={t('codeHint')} error={failure}>
        <TextInput
          ref={input}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="h-10.5 font-mono text-[15px]"
        />
      </Field>
      <Button
        type="submit"
        variant="solid"
        size="large"
        disabled={isBusy || code.trim() === ''}
        className="w-full text-[15px]"
      >
        {t('signIn')}
      </Button>
      <Button size="large" className="w-full text-[15px]" onClick={onStartAgain}>
        {t('startAgain')}
      </Button>
    </form>
  )
}
