'use client'

import { Suspense } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useViews } from '#lib/queries/organising/views.ts'

const ViewList = lazyPart(async () => (await import('./view-list.tsx')).ViewList)

/** The views of whoever has some; their code comes for nobody else. */
export function ViewLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { data } = useViews()
  if (data === undefined || data.length === 0) return null
  return (
    <Suspense>
      <ViewList views={data} onNavigate={onNavigate} />
    </Suspense>
  )
}
