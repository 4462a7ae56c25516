'use client'

import { useEffect, useState } from 'react'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

/** Until typing pauses: the check takes up to a tenth of a second. */
const CHECK_AFTER_MS = 200

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
  /** The page is for this field: typing begins here. */
  readonly isFirst?: boolean
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useWords('accounts')
  const {
    label,
    showName,
    value,
    onChange,
    autoComplete,
    error,
    least,
    isLarge = false,
    isFirst = false,
  } = props
  const [isShown, setIsShown] = useState(false)
  const isWeak = useIsWeak(least === undefined || lengthOf(value) < least ? null : value)
  const isSaid = isWeak === true && (error ?? '') !== '' // by the server, in the same words
  return (
    <Field
      label={label}
      error={error}
      hint={least === undefined || isSaid ? undefined : ruleWords(value, least, isWeak, t)}
    >
      <div className="relative">
        <TextInput
          ref={isFirst ? focusFirst : undefined}
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

function lengthOf(password: string): number {
  return Array.from(password).length
}

/** Whether a password is easy to guess; null until that is known. Where its code does not come, the server alone says it. */
function useIsWeak(password: string | null): boolean | null {
  const [checked, setChecked] = useState<{ readonly password: string; readonly isWeak: boolean } | null>(null)
  useEffect(() => {
    if (password === null) return
    let isCurrent = true
    const check = async () => {
      const { isWeakPassword } = await import('#lib/auth/sign-in/weak-password.ts')
      const isWeak = await isWeakPassword(password)
      if (isCurrent) setChecked({ password, isWeak })
    }
    const timer = setTimeout(() => void check().catch(() => undefined), CHECK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password])
  return checked !== null && checked.password === password ? checked.isWeak : null
}

function ruleWords(
  password: string,
  least: number,
  isWeak: boolean | null,
  t: AreaWords<'accounts'>,
): string {
  const length = lengthOf(password)
  if (length > 0 && length < least) return t('passwordTooFew', { length, least })
  if (isWeak === null) return t('passwordRule', { least })
  return isWeak ? t('passwordWeak') : t('passwordGood', { length })
}
