'use client'

import { lazy, Suspense } from 'react'
import { useViews } from '#lib/queries/views.ts'

const ViewList = lazy(async () => ({ default: (await import('./view-list.tsx')).ViewList }))

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
