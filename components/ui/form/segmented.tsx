'use client'

import { useId, type ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'

type SegmentedProps<Value extends string> = {
  /** Name of the group, for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[]
  readonly onChange: (value: Value) => void
  readonly className?: string
}

/** Two to four exclusive choices side by side: native radio buttons, so arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('inline-flex rounded-2 border border-line-strong bg-deep p-px', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'flex cursor-pointer items-center justify-center gap-1.5 rounded-[5px] px-2.5 py-[5px] text-12 font-[550] whitespace-nowrap text-ink-2 pointer-coarse:min-h-10',
            'has-checked:bg-paper has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.name}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
