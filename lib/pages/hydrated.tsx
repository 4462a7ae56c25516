import type { DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CarriedState } from '#components/shell/carried-state.tsx'

type HydratedProps = { readonly state: DehydratedState; readonly children: ReactNode }

/**
 * HydrationBoundary of React Query for what a page read ahead. It goes as one text: React looks at each value otherwise, here, when it
 * draws the page, and in the browser again.
 */
export function Hydrated({ state, children }: HydratedProps) {
  return <CarriedState text={JSON.stringify(state)}>{children}</CarriedState>
}
