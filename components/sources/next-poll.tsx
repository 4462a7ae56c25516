'use client'

import { Time, useClock } from '#components/ui/time.tsx'

/** When the next poll comes: "in 4 min", "due" once its time has passed, "none planned". */
export function NextPoll({ at }: { readonly at: string | null }) {
  const { nowMs } = useClock()
  if (at === null) return 'none planned'
  return Date.parse(at) <= nowMs ? 'due' : <Time at={at} />
}
