'use client'

import { useId, useState } from 'react'
import { TextInput } from '#components/ui/form/field.tsx'

type FormulaFieldProps = {
  readonly label: string
  readonly hint: string
  readonly value: number
  /** The server's words about it. */
  readonly error: string | null
  readonly least: number
  readonly most: number
  readonly step: number
  readonly onChange: (value: number) => void
}

/** A number to be dragged or typed; what cannot be one is marked and changes nothing. */
export function FormulaField({ label, hint, value, error, least, most, step, onChange }: FormulaFieldProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const typed = text === null ? value : Number(text.trim().replace(',', '.'))
  const isWrong = text !== null && (text.trim() === '' || !(typed >= least && typed <= most))
  function onType(next: string) {
    setText(next)
    const number = Number(next.trim().replace(',', '.'))
    if (next.trim() !== '' && number >= least && number <= most) onChange(number)
  }
  return (
    <div className="mb-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1 text-12 font-[550] text-ink-2">
          {label}
        </label>
        <TextInput
          id={id}
          inputMode="decimal"
          aria-invalid={isWrong || error !== null}
          aria-describedby={error === null ? `${id}-hint` : `${id}-hint ${id}-error`}
          value={text ?? String(value)}
          onChange={(event) => onType(event.target.value)}
          onBlur={() => setText(null)}
          className="h-[26px] w-16 text-end font-[580]"
        />
      </div>
      <input
        type="range"
        aria-label={label}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={(event) => {
          setText(null)
          onChange(Number(event.target.value))
        }}
        className="block h-7 w-full cursor-pointer accent-ink max-sm:h-11"
      />
      <p id={`${id}-hint`} className="text-12 text-ink-3">
        {hint}
      </p>
      <p
        id={`${id}-error`}
        role={error === null ? undefined : 'alert'}
        className="text-12 text-broken empty:hidden"
      >
        {error}
      </p>
    </div>
  )
}
