import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** Words beside the switch; without them give an aria-label. */
  readonly label?: ReactNode
}

/** On or off, in force at once. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label
      className={cn(
        'inline-flex cursor-pointer items-center justify-between gap-3 pointer-coarse:min-h-11',
        className,
      )}
    >
      {label}
      <input
        type="checkbox"
        role="switch"
        className={cn(
          'relative h-5 w-8 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-paper disabled:opacity-50',
          'before:absolute before:top-[3px] before:left-[3px] before:size-3 before:rounded-full before:bg-control before:transition-transform before:duration-(--quick)',
          'checked:border-ink checked:bg-ink checked:before:translate-x-3 checked:before:bg-on-ink',
        )}
        {...rest}
      />
    </label>
  )
}
