'use client'

import { useId, type ReactNode } from 'react'

type ChipChoiceProps = {
  /** Name of the group, for screen readers. */
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[]
  readonly onChange: (value: string) => void
}

/** One of several as chips that wrap: native radio buttons, so arrow keys move between them. */
export function ChipChoice({ label, value, options, onChange }: ChipChoiceProps) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex min-w-0 flex-wrap gap-1.5">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex max-w-56 cursor-pointer items-center rounded-full border border-line-strong bg-paper px-3 py-1 text-12 font-[550] text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <bdi className="truncate">{option.label}</bdi>
        </label>
      ))}
    </div>
  )
}
