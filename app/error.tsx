'use client'

import { Suspense } from 'react'
import type { ErrorPageProps } from '#components/shell/frame/broken-page.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'

const BrokenPage = lazyPart(
  async () => (await import('#components/shell/frame/broken-page.tsx')).BrokenPage,
  true,
)

/** Its words come when a page breaks: few do. */
export default function ErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <BrokenPage {...props} />
    </Suspense>
  )
}
