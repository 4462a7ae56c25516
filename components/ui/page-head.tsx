import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

type PageHeadProps = {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** The page that this one belongs to: the way back, above the title. */
  readonly within?: { readonly href: string; readonly name: string; readonly className?: string } | undefined
  /** Left of the title: an avatar. */
  readonly before?: ReactNode
  /** Buttons at the right. */
  readonly actions?: ReactNode
  readonly className?: string
}

/** The head of a page: its name, one sentence, what can be done. */
export function PageHead({ title, description, within, before, actions, className }: PageHeadProps) {
  return (
    <header className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 pt-4 pb-5', className)}>
      {within === undefined ? null : (
        <Link
          href={within.href}
          className={cn(
            '-mb-3 flex w-full items-center gap-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11',
            within.className,
          )}
        >
          <ChevronLeft aria-hidden size={15} strokeWidth={1.75} className="-ms-1 rtl:-scale-x-100" />
          {within.name}
        </Link>
      )}
      {before}
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-[26px]/8 font-[640] tracking-[-0.015em] text-balance">{title}</h1>
        {description ? <p className="mt-0.5 text-13 text-ink-3">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
