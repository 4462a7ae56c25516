import type { AdminSourceRow } from '#lib/api/admin.ts'
import { formatCount, formatDuration } from '#lib/format.ts'

/** "14.2", "0.3", "< 0.1", "unknown": a rate in a column whose head names the unit. */
export function figure(perDay: number | null): string {
  if (perDay === null) return 'unknown'
  if (perDay >= 99.95) return formatCount(Math.round(perDay))
  if (perDay > 0 && perDay < 0.05) return '<\u00a00.1'
  return perDay.toFixed(1)
}

export function delayText(delayMs: number | null, unknown = 'unknown'): string {
  return delayMs === null ? unknown : formatDuration(delayMs)
}

/** A weight with up to three figures, at least one after the point. */
export function weightText(weight: number): string {
  const short = Number(weight.toPrecision(3))
  return Number.isInteger(short) && short < 100 ? short.toFixed(1) : String(short)
}

/** What the last poll brought, in a word or two. */
export function outcomeWords(source: AdminSourceRow): string {
  switch (source.lastOutcome) {
    case null:
      return 'not polled yet'
    case 'fetched':
      return 'answered'
    case 'not-modified':
      return 'not modified'
    case 'throttled':
      return 'asked to wait'
    case 'opted-out':
      return 'opted out'
    case 'gone':
      return 'ended'
    default:
      return 'no answer'
  }
}

/** "2 min sooner", "< 0.1 s later", "no change" */
export function changeWords(nowMs: number, thenMs: number): string {
  const changeMs = Math.abs(thenMs - nowMs)
  const direction = thenMs < nowMs ? 'sooner' : 'later'
  if (changeMs < 1) return 'no change'
  if (changeMs < 100) return `<\u00a00.1\u00a0s ${direction}`
  if (changeMs < 950) return `${(changeMs / 1000).toFixed(1)}\u00a0s ${direction}`
  return `${formatDuration(changeMs)} ${direction}`
}
