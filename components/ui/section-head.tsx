import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

type SectionHeadProps = { readonly title: string; readonly lede?: string; readonly children?: ReactNode }

/** A section's name, what it says in a few words, and its controls. */
export function SectionHead({ title, lede, children }: SectionHeadProps) {
  return (
    <div className="mt-7 mb-2.5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h2 className="text-[15px] leading-5 font-[620]">{title}</h2>
      {lede !== undefined && (
        // Beside controls a long one takes a second line, before they have to.
        <p className={cn('text-ink-3', children && 'sm:flex-1 sm:basis-60')}>{lede}</p>
      )}
      {children ? <div className="ms-auto flex">{children}</div> : null}
    </div>
  )
}
