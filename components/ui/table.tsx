import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** A plain table: hairlines, figures aligned. Wider than the page it scrolls sideways inside its own box. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    <div className="relative w-full overflow-x-auto">
      <table className={cn('w-full border-collapse tabular-nums', className)} {...rest} />
    </div>
  )
}

type CellProps<Tag extends 'td' | 'th'> = ComponentProps<Tag> & {
  /** Figures stand at the right. */
  readonly numeric?: boolean
}

export function HeadCell({ numeric = false, className, scope = 'col', ...rest }: CellProps<'th'>) {
  return (
    <th
      scope={scope}
      className={cn(
        'border-b border-line-strong px-2.5 pb-[7px] text-start align-bottom text-12 font-[550] whitespace-nowrap text-ink-3 first:ps-0 last:pe-0',
        numeric && 'text-end',
        className,
      )}
      {...rest}
    />
  )
}

export function Cell({ numeric = false, className, ...rest }: CellProps<'td'>) {
  return (
    <td
      className={cn(
        'h-11 border-b border-line px-2.5 text-13 whitespace-nowrap first:ps-0 last:pe-0',
        numeric && 'text-end',
        className,
      )}
      {...rest}
    />
  )
}
