'use client'

import { useEffect, useRef } from 'react'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'

/** Around a square icon of 16 px, from the middle of its upper edge on. */
const AROUND = 'M11 1h5a5 5 0 0 1 5 5v10a5 5 0 0 1 -5 5h-10a5 5 0 0 1 -5 -5v-10a5 5 0 0 1 5 -5z'

/**
 * The time until a source is checked next, as a ring around the icon that stands before it: it is whole after a check and
 * gone at the next. Nothing is drawn where no check is planned, or none was made. The list says the next check in words.
 */
export function CheckRing({ sourceId }: { readonly sourceId: number }) {
  const { data } = useSubscriptions()
  const line = useRef<SVGPathElement>(null)
  const source = data?.find((each) => each.sourceId === sourceId)
  const fromMs = Date.parse(source?.lastPolledAt ?? '')
  const toMs = Date.parse(source?.nextPollAt ?? '')
  // The page comes without rings: its subscriptions may be newer once a row comes alive.
  const hasMounted = useHasMounted()
  const isPlanned = hasMounted && toMs > fromMs
  useEffect(() => {
    if (!isPlanned) return
    return onEachSecond((nowMs) => {
      const rest = Math.max(0, Math.min(1, (toMs - nowMs) / (toMs - fromMs)))
      line.current?.setAttribute('stroke-dasharray', `${(rest * 100).toFixed(1)} 200`)
    })
  }, [isPlanned, fromMs, toMs])
  if (!isPlanned) return null
  return (
    <svg
      aria-hidden
      data-ring={sourceId}
      viewBox="0 0 22 22"
      className="pointer-events-none absolute start-[-3px] top-[-3px] size-[22px] fill-none rtl:-scale-x-100"
    >
      <path d={AROUND} className="stroke-line" strokeWidth={1.5} />
      <path
        ref={line}
        d={AROUND}
        className="stroke-ink-3"
        strokeWidth={1.5}
        pathLength={100}
        strokeDasharray="0 200"
      />
    </svg>
  )
}

const SECOND_MS = 1000
const listeners = new Set<(nowMs: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls at once and each second, all by one timer, until the returned function is called. */
function onEachSecond(listener: (nowMs: number) => void): () => void {
  listener(Date.now())
  listeners.add(listener)
  timer ??= setInterval(() => {
    if (document.hidden) return
    for (const each of listeners) each(Date.now())
  }, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
