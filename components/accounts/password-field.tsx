'use client'

import { useState } from 'react'
import { Field, TextInput } from '#components/ui/field.tsx'

type PasswordFieldProps = {
  readonly label: string
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
  const { label, value, onChange, autoComplete, error, least, isLarge = false } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} error={error} hint={least === undefined ? undefined : ruleWords(value, least)}>
      <div className="relative">
        <TextInput
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={isLarge ? 'h-10.5 pr-16 text-[15px]' : 'pr-16'}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-1 px-2 text-ink-2 hover:text-ink"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}

function ruleWords(password: string, least: number): string {
  const length = Array.from(password).length
  if (length === 0) return `At least ${least} characters; a sentence is easy to remember.`
  if (length < least) return `${length} of at least ${least} characters`
  return `${length} characters. Good.`
}
