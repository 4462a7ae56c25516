'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import type { SecondFactorSecret } from '#lib/api/accounts/sign-in.ts'
import { useConfirmSecondFactor } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'

type AppSetupProps = {
  readonly secret: SecondFactorSecret
  readonly onCodes: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** The key for the app, as a picture and as text, and the code that proves that it arrived. */
export function AppSetup({ secret, onCodes, onCancel }: AppSetupProps) {
  const t = useWords('settings')
  const common = useWords('common')
  const confirm = useConfirmSecondFactor(({ codes }) => onCodes(codes))
  const errors = useFieldErrors(confirm.error)
  const [code, setCode] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate(code)
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} className="space-y-4" noValidate>
      <p className="text-ink-2">{t('scan')}</p>
      <QrCode svg={secret.qrCode} label={t('qrCode')} />
      <CopyField label={t('key')} value={secret.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      <Field label={t('appCode')} error={errors.rest}>
        <TextInput
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="w-32 font-mono"
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="solid" disabled={code.trim() === '' || confirm.isPending}>
          {t('switchOn')}
        </Button>
        <Button onClick={onCancel}>{common('cancel')}</Button>
      </div>
    </form>
  )
}
