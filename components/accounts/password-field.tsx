'use client'

import { useState } from 'react'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

type PasswordFieldProps = {
  readonly label: string
  /** Name of the button that shows it: "Show password". */
  readonly showName: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  readonly error?: string | undefined
  /** Fewest characters of a new password; said before anything can go wrong. */
  readonly least?: number
  readonly isLarge?: boolean
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useWords('accounts')
  const { label, showName, value, onChange, autoComplete, error, least, isLarge = false } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} error={error} hint={least === undefined ? undefined : ruleWords(value, least, t)}>
      <div className="relative">
        <TextInput
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={isLarge ? 'h-10.5 pe-16 text-[15px]' : 'pe-16'}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={showName}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 end-1 px-2 text-ink-2 hover:text-ink"
        >
          {isShown ? t('hide') : t('show')}
        </button>
      </div>
    </Field>
  )
}

function ruleWords(password: string, least: number, t: AreaWords<'accounts'>): string {
  const length = Array.from(password).length
  if (length === 0) return t('passwordRule', { least })
  if (length < least) return t('passwordTooFew', { length, least })
  return t('passwordGood', { length })
}
