'use client'

import { Time, useClock } from '#components/ui/time.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** The time of the next poll: "in 4 min", "due" once its time has passed, "none planned". */
export function NextPoll({ at }: { readonly at: string | null }) {
  const t = useWords('sources')
  const { nowMs } = useClock()
  if (at === null) return t('nonePlanned')
  return Date.parse(at) <= nowMs ? t('due') : <Time at={at} />
}
