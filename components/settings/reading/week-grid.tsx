'use client'

import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatFullHour, formatHours } from '#lib/text/format.ts'
import { useLocale } from '#lib/words/use-words.tsx'
import { formatWeekday, hourAfter, paintedHours } from './week-hours.ts'

const days = [0, 1, 2, 3, 4, 5, 6]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Every so many hours one is written. */
const writtenHours = 3

type WeekGridProps = {
  readonly name: string
  /** Hours of the week from Monday 0 h. */
  readonly given: readonly number[]
  readonly onPaint: (given: number[]) => void
}

type Stroke = { readonly from: number; readonly until: number; readonly isOn: boolean }

/**
 * The week as a grid to paint on: a press turns an hour on or off, and pulling does so with all between. By keys: arrows go from hour to hour,
 * space turns one on or off, and with Shift the arrows carry on with what is below.
 */
export function WeekGrid({ name, given, onPaint }: WeekGridProps) {
  const locale = useLocale()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(8)
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const shown = new Set(stroke === null ? given : paintedHours(given, stroke))
  const paint = (hour: number, isOn: boolean) =>
    onPaint(paintedHours(given, { from: hour, until: hour, isOn }))
  const onPointerDown = (event: PointerEvent) => {
    const hour = hourAt(event)
    if (hour === null || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setActive(hour)
    setStroke({ from: hour, until: hour, isOn: !shown.has(hour) })
  }
  const onPointerMove = (event: PointerEvent) => {
    const hour = stroke === null ? null : hourAt(event)
    if (stroke !== null && hour !== null && hour !== stroke.until) setStroke({ ...stroke, until: hour })
  }
  const onPointerUp = () => {
    if (stroke !== null) onPaint(paintedHours(given, stroke))
    setStroke(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return paint(active, !shown.has(active))
    }
    const next = hourAfter(event.key, active)
    if (next === null) return
    event.preventDefault()
    if (event.shiftKey) paint(next, shown.has(active))
    setActive(next)
    grid.current?.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus()
  }
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={name}
      aria-multiselectable
      className="grid grid-cols-[44px_repeat(7,minmax(0,1fr))] text-[11px] leading-6 font-medium text-ink-3 tabular-nums select-none [direction:ltr]"
    >
      <div role="row" className="contents">
        <span role="columnheader" aria-hidden />
        {days.map((day) => (
          <span key={day} role="columnheader" className="text-center">
            {formatWeekday(day, locale)}
          </span>
        ))}
      </div>
      {/* Fingers that paint must not scroll; beside it, on the hours, they do. */}
      <div
        role="rowgroup"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setStroke(null)}
        className="col-span-8 grid grid-cols-subgrid"
      >
        {hours.map((hour) => (
          <div key={hour} role="row" className="contents">
            <span role="rowheader" className="text-start">
              <span className={hour % writtenHours === 0 ? '' : 'sr-only'}>{formatFullHour(hour)}</span>
            </span>
            {days.map((day) => {
              const own = 24 * day + hour
              return (
                <span
                  key={day}
                  role="gridcell"
                  data-hour={own}
                  aria-label={`${formatWeekday(day, locale)} ${formatHours(hour, (hour + 1) % 24)}`}
                  aria-selected={shown.has(own)}
                  tabIndex={own === active ? 0 : -1}
                  onFocus={() => setActive(own)}
                  onKeyDown={onKeyDown}
                  onClick={(event) => {
                    // A press by a screen reader has no pointer.
                    if (event.detail === 0) paint(own, !shown.has(own))
                  }}
                  className="relative h-6 cursor-pointer touch-none border border-paper bg-heat-0 outline-offset-[-2px] hover:bg-heat-1 focus-visible:z-1 aria-selected:bg-heat-5"
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The hour of the week below the pointer. While it is held, its events go to one element. */
function hourAt({ clientX, clientY }: PointerEvent): number | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest('[data-hour]')
  const hour = cell?.getAttribute('data-hour') ?? null
  return hour === null ? null : Number(hour)
}
