import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

/** A thing that can be pointed at: drawn with its key as `data-point`; `words` say what and how much it is. */
export type ChartPoint = { readonly key: string; readonly words: string }

/** The name of a point, and its figures, in one line; names of any direction stand apart. */
export function pointWords(...parts: readonly string[]): string {
  return parts.map((part) => `\u2068${part}\u2069`).join(' · ')
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
type Cursor = ChartPoint & { readonly box: Box }

const padding = 3

/**
 * Points of a drawing one by one: by arrow keys while it has the focus, or by pointing at them. Up and down go by `rowLength`
 * points, where they stand in rows.
 */
export function useChartCursor(points: readonly ChartPoint[], rowLength: number | undefined) {
  const area = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const clear = () => setCursor(null)
  // The place of a point is that in the drawing of the present width.
  useEffect(() => {
    const onResize = () => setCursor(null)
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  function show(point: ChartPoint | undefined, isSteered: boolean) {
    const box = point === undefined ? null : boxOf(area.current, point.key, isSteered)
    setCursor(point === undefined || box === null ? null : { ...point, box })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Escape' && cursor !== null) return clear()
    const next = indexAfter(
      event.key,
      points.findIndex(({ key }) => key === cursor?.key),
      points.length,
      rowLength,
    )
    if (next === null) return
    event.preventDefault()
    show(points[next], true)
  }
  function onPointerOver({ target }: PointerEvent) {
    const key = target instanceof Element ? target.closest('[data-point]')?.getAttribute('data-point') : null
    const point = points.find((each) => each.key === key)
    if (point !== undefined) show(point, false)
  }
  function onPointerLeave(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.currentTarget !== document.activeElement) clear()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.target === event.currentTarget) clear()
  }
  return { area, cursor, clear, handlers: { onKeyDown, onPointerOver, onPointerLeave, onBlur } }
}

/** The point that a key leads to from another; `at` -1: from none. Null: nowhere. */
export function indexAfter(key: string, at: number, count: number, rowLength = 0): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: rowLength, ArrowUp: -rowLength }[key] ?? 0
  if (step === 0) return null
  if (at < 0) return step > 0 ? 0 : count - 1
  const next = at + step
  return next >= 0 && next < count ? next : at
}

/** The place of the drawn point, within the area; of the drawings for phones and others, that which is seen. */
function boxOf(area: HTMLElement | null, key: string, scrollsTo: boolean): Box | null {
  const drawn = area?.querySelectorAll(`[data-point="${CSS.escape(key)}"]`) ?? []
  const element = [...drawn].find((each) => each.getClientRects().length > 0)
  if (area === null || element === undefined) return null
  if (scrollsTo) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const outer = area.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  return {
    left: inner.left - outer.left - padding,
    top: inner.top - outer.top - padding,
    width: inner.width + 2 * padding,
    height: inner.height + 2 * padding,
  }
}
