'use client'

import { Failed } from '#components/ui/form/empty.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { useWords } from '#lib/words/use-words.tsx'

export type ErrorPageProps = {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** The page for a reader when one broke. The number leads to the server's log. */
export function BrokenPage({ error, reset }: ErrorPageProps) {
  const t = useWords('common')
  return (
    <div className="mx-auto max-w-[640px] px-5 pt-16">
      <div className="px-6">
        <Logo />
      </div>
      <Failed
        title={t('pageFailed')}
        reason={t('pageFailedReason')}
        detail={error.digest === undefined ? '' : t('pageFailedNumber', { number: error.digest })}
        onRetry={reset}
      />
    </div>
  )
}
