'use client'

import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'
import { serverTimeAt, type ClockSetting } from '#lib/text/clock-setting.ts'
import { formatClock, formatDateTime, formatRelative } from '#lib/text/format.ts'
import { useLocale } from '#lib/words/use-words.tsx'

type Clock = {
  /** The present, refreshed each half minute; what the server used until the page is alive. */
  readonly nowMs: number
  readonly timeZone: string
  /** False on the server and in the first drawing, which must be the same. */
  readonly isAlive: boolean
}
const ClockContext = createContext<Clock>({ nowMs: 0, timeZone: 'UTC', isAlive: false })

const REFRESH_MS = 30_000

type ClockProviderProps = {
  readonly initialNowMs: number
  /** The pace of the server's time; null: that of real time. */
  readonly setting: ClockSetting | null
  /** From the cookie that this provider sets; UTC on the first visit. */
  readonly initialTimeZone: string
  readonly children: ReactNode
}

/** One clock for all times on the page, so that they agree with each other. Tells the server the zone by a cookie. */
export function ClockProvider({ initialNowMs, setting, initialTimeZone, children }: ClockProviderProps) {
  const [clock, setClock] = useState<Clock>({
    nowMs: initialNowMs,
    timeZone: initialTimeZone,
    isAlive: false,
  })
  useEffect(() => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (timeZone !== initialTimeZone) {
      document.cookie = `timezone=${encodeURIComponent(timeZone)}; path=/; max-age=31536000; samesite=lax`
    }
    // A transition: parts whose scripts are on the way would vanish until those come, under a finger that presses them.
    const refresh = () =>
      startTransition(() => setClock({ nowMs: serverTimeAt(setting, Date.now()), timeZone, isAlive: true }))
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [initialTimeZone, setting])
  return <ClockContext.Provider value={clock}>{children}</ClockContext.Provider>
}

export function useClock(): Clock {
  return useContext(ClockContext)
}

type TimeProps = {
  /** ISO 8601 */
  readonly at: string
  /** relative: "4 min ago"; clock: "09:12", with the date when it is another day; absolute: date and time. */
  readonly show?: 'relative' | 'clock' | 'absolute'
  readonly className?: string
}

/** An instant. The server's clock is the page's until that is alive, so that nothing moves then; ICU may word it otherwise there. */
export function Time({ at, show = 'relative', className }: TimeProps) {
  const { nowMs, timeZone } = useClock()
  const locale = useLocale()
  const atMs = Date.parse(at)
  const absolute = formatDateTime(atMs, timeZone, locale)
  const text = {
    relative: () => formatRelative(atMs, nowMs, timeZone, locale),
    clock: () => formatClock(atMs, nowMs, timeZone, locale),
    absolute: () => absolute,
  }[show]()
  return (
    <time dateTime={at} title={absolute} className={className} suppressHydrationWarning>
      {text}
    </time>
  )
}
