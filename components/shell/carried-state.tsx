'use client'

import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'

type CarriedStateProps = {
  /** A DehydratedState in JSON, as the browser would have got its data from the API. */
  readonly text: string
  readonly children: ReactNode
}

/** Gives the screens inside what was read for them on the server (lib/pages/hydrated.tsx). */
export function CarriedState({ text, children }: CarriedStateProps) {
  const state = useMemo(() => JSON.parse(text) as DehydratedState, [text])
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}
