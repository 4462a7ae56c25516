'use client'

import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** Bounds of what may be typed; empty: for good, where that may be. */
type RuleBounds = { readonly least: number; readonly most: number; readonly mayBeEmpty: boolean }

/** The typed text as a number, '' as null; undefined: it cannot be. Blanks and points between thousands are passed over. */
export function ruleOf(text: string, { least, most, mayBeEmpty }: RuleBounds): number | null | undefined {
  const digits = text.replaceAll(/[\s.,\u00a0\u202f]/g, '')
  if (digits === '') return mayBeEmpty ? null : undefined
  const number = Number(digits)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

type RetentionFieldProps = {
  readonly label: string
  readonly hint: string
  readonly unit: string
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

/** One rule: how many days or postings; empty: for good. */
export function RetentionField({ label, hint, unit, text, error, onChange }: RetentionFieldProps) {
  const t = useWords('admin')
  return (
    <Field label={label} hint={hint} error={error}>
      <span className="flex items-center gap-2">
        <TextInput
          inputMode="numeric"
          placeholder={t('forGood')}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="w-32"
        />
        <span aria-hidden className="text-ink-3">
          {unit}
        </span>
      </span>
    </Field>
  )
}
