'use client'

import type { ReasonItem } from '#lib/api/parts/answer-parts.ts'
import { httpStatusOf, sayReason } from '#lib/text/say-reason.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HttpStatus } from './http-status.tsx'
import { useClock } from './time.tsx'

/** Puts reasons into the words of the page: the reader's language and time zone. For titles; else `ReasonText`. */
export function useSayReason(): (reason: ReasonItem) => string {
  const t = useWords('reasons')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  return (reason) => sayReason(reason, { t, locale, timeZone, nowMs })
}

/** Why something was decided or went wrong, as a sentence, and the status behind it; nothing where nothing is known. */
export function ReasonText({ reason }: { readonly reason: ReasonItem | null }) {
  const say = useSayReason()
  if (reason === null) return null
  return (
    <>
      {say(reason)}
      <HttpStatus status={httpStatusOf(reason)} />
    </>
  )
}
