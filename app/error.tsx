'use client'

import { Suspense } from 'react'
import type { ErrorPageProps } from '#components/shell/broken-page.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'

const BrokenPage = lazyPart(async () => (await import('#components/shell/broken-page.tsx')).BrokenPage, true)

/** Its words come when a page breaks: few do. */
export default function ErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <BrokenPage {...props} />
    </Suspense>
  )
}
