'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Time, useClock } from '#components/ui/time.tsx'
import type { ListItem } from '#components/reading/items/list-items.ts'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { takeNew } from '#lib/queries/postings/take-new.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ANNOUNCE_EVERY_MS, NewPostingsAnnouncement } from './new-postings-bar.tsx'

type LiveListProps = {
  readonly filter: PostingListFilter
  readonly items: readonly ListItem[]
  readonly scroller: HTMLElement | null
  readonly subscriptions: readonly SubscriptionItem[]
  readonly newPostings: { readonly count: number; readonly sources: number }
  readonly onForgetNew: () => void
  readonly onHeld: (isHeld: boolean) => void
}

/** Nothing may move so long after somebody pointed, pressed or scrolled: the row in mind would be another by then. */
const CALM_MS = 2500
const LOOK_MS = 500
/** Longer than an announcement ever waits. */
const SAID_MS = ANNOUNCE_EVERY_MS + 5000
const nothing = { count: 0, sources: 0, arrival: 0 }

/**
 * Lets a list live: what comes slides in on top, as long as the list stands at its top and nobody is about to press a row.
 * Otherwise it waits behind the bar, as it does elsewhere. Below the list stands when the next source is checked.
 */
export function LiveList({ filter, items, scroller, subscriptions, ...props }: LiveListProps) {
  const { newPostings, onForgetNew, onHeld } = props
  const client = useQueryClient()
  const [heard, setHeard] = useState<LiveListProps['newPostings']>(nothing)
  const [said, setSaid] = useState(nothing)
  if (heard !== newPostings) {
    setHeard(newPostings)
    // Said once, whether it slides in or waits.
    if (newPostings.count > 0) setSaid({ ...newPostings, arrival: said.arrival + 1 })
  }
  const busyAt = useRef(Number.NEGATIVE_INFINITY)
  const before = useRef<Places | null>(null)
  useEffect(() => {
    if (scroller === null) return
    const stop = new AbortController()
    const onBusy = () => (busyAt.current = performance.now())
    for (const kind of ['pointermove', 'pointerdown', 'touchmove', 'wheel', 'keydown'] as const)
      scroller.addEventListener(kind, onBusy, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [scroller])
  const isCalm = () =>
    !document.hidden && (scroller?.scrollTop ?? 0) <= 0 && performance.now() - busyAt.current > CALM_MS
  const slide = useEffectEvent(async (isLast: () => boolean) => {
    let isRefused = false
    const isTaken = await takeNew(client, filter, (came) => {
      // The reader may have begun to move while the answer was on its way.
      isRefused = !isCalm()
      if (isRefused) return false
      before.current = scroller === null ? null : { came, tops: topsOf(scroller) }
      return true
    }).catch(() => false)
    // More came meanwhile: the next answer has all of it.
    if (!isLast()) return false
    onHeld(!isTaken)
    if (!isTaken) return isRefused
    onForgetNew()
    return false
  })
  const look = useEffectEvent(() => {
    const mayMove = isCalm()
    if (!mayMove) onHeld(true)
    return mayMove
  })
  const forgetHeld = useEffectEvent(() => onHeld(false))
  useEffect(() => {
    // A reader who moves through the page later meets no old words.
    const timer = setTimeout(() => setSaid(({ arrival }) => ({ ...nothing, arrival })), SAID_MS)
    return () => clearTimeout(timer)
  }, [said.arrival])
  const { count } = newPostings
  useEffect(() => {
    if (count === 0) {
      // The bar was pressed, or all was taken: what comes next is not held back for it.
      forgetHeld()
      return
    }
    let isUnderWay = false
    let isLast = true
    const tryIt = () => {
      if (isUnderWay || !look()) return
      isUnderWay = true
      void slide(() => isLast).then((isRefused) => (isUnderWay = !isRefused))
    }
    tryIt()
    const timer = setInterval(tryIt, LOOK_MS)
    return () => {
      isLast = false
      clearInterval(timer)
    }
  }, [count])
  useLayoutEffect(() => {
    const places = before.current
    if (places === null || scroller === null) return
    before.current = null
    // Heights are measured by then, and nothing was painted yet.
    requestAnimationFrame(() => slideRows(scroller, places))
  }, [items, scroller])
  useRenewedChecks(subscriptions)
  return (
    <>
      <NewPostingsAnnouncement {...said} />
      {/* An empty list says it itself. */}
      {items.length === 0 ? null : <NextCheck subscriptions={subscriptions} />}
    </>
  )
}

type Places = { readonly came: ReadonlySet<string>; readonly tops: ReadonlyMap<string, number> }

function rowsOf(scroller: HTMLElement): { readonly id: string; readonly row: HTMLElement }[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-index]')].flatMap((row) => {
    const id = row.querySelector('[id^="posting-"]')?.id.slice('posting-'.length)
    return id === undefined ? [] : [{ id, row }]
  })
}

function topsOf(scroller: HTMLElement): ReadonlyMap<string, number> {
  return new Map(rowsOf(scroller).map(({ id, row }) => [id, row.getBoundingClientRect().top]))
}

const SLIDE_PX = 24
const motion = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** Moves rows from where they stood to where they stand; only what is drawn moves, and no layout is made for it. */
function slideRows(scroller: HTMLElement, { came, tops }: Places): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const rows = rowsOf(scroller).map(({ id, row }) => ({ id, row, top: row.getBoundingClientRect().top }))
  for (const { id, row, top } of rows) {
    const was = tops.get(id)
    if (came.has(id)) row.animate([{ opacity: 0, translate: `0 -${SLIDE_PX}px` }, {}], motion)
    else if (was !== undefined && was !== top) row.animate([{ translate: `0 ${was - top}px` }, {}], motion)
  }
}

/** Checks are planned anew all the time, and nobody tells those that brought nothing. */
const RENEW_MS = 60_000
/** A check takes its time. */
const DONE_MS = 5000

function useRenewedChecks(subscriptions: readonly SubscriptionItem[]): void {
  const { refetch } = useSubscriptions()
  const renew = useEffectEvent(() => {
    const doneMs = Date.now() - DONE_MS
    const isPast = subscriptions.some(
      ({ nextPollAt }) => nextPollAt !== null && Date.parse(nextPollAt) < doneMs,
    )
    if (isPast && !document.hidden) void refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => renew(), RENEW_MS)
    return () => clearInterval(timer)
  }, [])
}

/** "Next check at 20:43: Harbour Gazette." */
function NextCheck({ subscriptions }: { readonly subscriptions: readonly SubscriptionItem[] }) {
  const t = useWords('reading')
  const { nowMs } = useClock()
  const next = subscriptions
    .flatMap(({ nextPollAt, title }) => (nextPollAt === null ? [] : [{ at: nextPollAt, title }]))
    .filter(({ at }) => Date.parse(at) > nowMs)
    .reduce<{ at: string; title: string } | null>(
      (least, each) => (least === null || each.at < least.at ? each : least),
      null,
    )
  if (next === null) return null
  return (
    <p className="shrink-0 truncate border-t border-line px-5 py-1.5 text-12 text-ink-3 max-sm:sr-only">
      {t.rich('nextPoll', { time: () => <Time at={next.at} show="clock" />, source: next.title })}
    </p>
  )
}
