'use client'

import { Failed } from '#components/ui/empty.tsx'
import { Logo } from '#components/ui/logo.tsx'

type ErrorPageProps = { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }

/** What a reader sees when a page broke. The number leads to the server's log. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <div className="mx-auto max-w-[640px] px-5 pt-16">
      <div className="px-6">
        <Logo />
      </div>
      <Failed
        title="This page did not load."
        reason={`The mistake is Skylark’s and was noted${error.digest === undefined ? '' : ` as ${error.digest}`}.`}
        onRetry={reset}
      />
    </div>
  )
}
