import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Words beside the box; without them give an aria-label. */
  readonly label?: ReactNode
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cn(
        'inline-flex cursor-pointer items-center gap-2 pointer-coarse:min-h-11',
        // Alone, the box is narrower than a finger: what one presses reaches beyond it, and moves nothing beside it.
        label === undefined &&
          'relative pointer-coarse:before:absolute pointer-coarse:before:inset-y-0 pointer-coarse:before:-start-3.5 pointer-coarse:before:w-11',
        className,
      )}
    >
      <span className="relative inline-grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-4 cursor-pointer appearance-none rounded-[4px] border-[1.5px] border-control bg-paper checked:border-ink checked:bg-ink disabled:opacity-50"
          {...rest}
        />
        <Check
          aria-hidden
          size={12}
          strokeWidth={2.5}
          className="pointer-events-none absolute hidden text-on-ink peer-checked:block"
        />
      </span>
      {label}
    </label>
  )
}
