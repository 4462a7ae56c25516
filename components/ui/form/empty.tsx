'use client'

import type { ReactNode } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { statusOfError, useErrorText } from './error-text.ts'
import { Button } from './button.tsx'
import { cn } from '#components/ui/class-names.ts'

type EmptyProps = {
  readonly title: ReactNode
  /** The next step of the reader or of the server. */
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children, action, className }: EmptyProps) {
  return (
    <div className={cn('flex flex-col items-start gap-1 p-6', className)}>
      <h2 className="text-14 font-[600]">{title}</h2>
      {children ? <div className="max-w-[60ch] text-13 text-ink-2">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap gap-2">{action}</div> : null}
    </div>
  )
}

type FailedProps = {
  /** "The list did not load." */
  readonly title: string
  /** Why, as far as it is known. */
  readonly reason?: string
  /** The same as an error. */
  readonly error?: unknown
  /** A place or number that only some need, apart from the sentence. */
  readonly detail?: string
  readonly onRetry?: () => void
  readonly className?: string
}

/** The failure, its reason and one way out. */
export function Failed({ title, reason, error, detail = '', onRetry, className }: FailedProps) {
  const t = useWords('common')
  const why = useErrorText()(error) || reason
  return (
    <div role="alert" className={cn('flex flex-col items-start gap-1 p-6', className)}>
      <p className="text-14 font-[600]">{title}</p>
      {why ? (
        <p className="max-w-[60ch] text-13 text-ink-2">
          {why}
          <HttpStatus status={statusOfError(error)} />
        </p>
      ) : null}
      {detail === '' ? null : <p className="max-w-[60ch] text-12 wrap-anywhere text-ink-3">{detail}</p>}
      {onRetry ? (
        <Button size="small" className="mt-3" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      ) : null}
    </div>
  )
}

type WaitingProps = {
  readonly rows?: number
  /** Height of a real row, so that nothing jumps when it comes. */
  readonly rowHeight?: number
  readonly label?: string
  readonly className?: string
}

/** Lines of real row height, shown after 200 ms only: most answers come sooner. */
export function Waiting({ rows = 6, rowHeight = 85, label, className }: WaitingProps) {
  const t = useWords('common')
  return (
    <div role="status" className={cn('animate-after-a-moment', className)}>
      <span className="sr-only">{label ?? t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          aria-hidden
          className="flex flex-col justify-center gap-2 border-b border-line px-10"
          style={{ height: rowHeight }}
        >
          <span className="h-2 w-1/4 rounded-1 bg-line" />
          {rowHeight < 60 ? null : <span className="h-3 w-4/5 rounded-1 bg-line" />}
          {rowHeight < 80 ? null : <span className="h-2 w-3/5 rounded-1 bg-line" />}
        </div>
      ))}
    </div>
  )
}
