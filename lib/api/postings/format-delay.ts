import type { PostingDelay } from './postings.ts'
import { durationParts, formatCount, formatDuration } from '#lib/text/format.ts'
import type { Locale } from '#lib/words/areas.ts'

/** The words of a freshness badge: "4 min", "3–15 min", "doubtful"; '' for postings of a first document. */
export function formatDelay(delay: PostingDelay, locale: Locale): string {
  switch (delay.kind) {
    case 'exact':
      return formatDuration(delay.delayMs, locale)
    case 'range':
      return formatRange(delay.leastMs, delay.mostMs, locale)
    case 'doubtful':
      return locale.t('doubtful')
    case 'initial':
      return ''
    default:
      return delay satisfies never
  }
}

/** The same where nothing beside it says that it is a delay: a length alone reads as the time to read, or as that of an episode. */
export function delayWords(delay: PostingDelay, locale: Locale): string {
  const duration = formatDelay(delay, locale)
  return delay.kind === 'exact' || delay.kind === 'range' ? locale.t('after', { duration }) : duration
}

/** "3–15 min", "40 s–3 min"; one figure when both ends read the same. */
function formatRange(leastMs: number, mostMs: number, locale: Locale): string {
  const least = formatDuration(leastMs, locale)
  const most = formatDuration(mostMs, locale)
  if (least === most) return most
  const one = durationParts(leastMs)
  const other = durationParts(mostMs)
  // Nought needs no unit: "0–21 min". Hours with minutes are interwoven with theirs.
  const sharesUnit = one.unit === other.unit && one.minutes === 0 && other.minutes === 0
  return one.count === 0 || sharesUnit ? `${formatCount(one.count, locale)}–${most}` : `${least}–${most}`
}

/** The full sentence behind a badge. */
export function describeDelay(delay: PostingDelay, locale: Locale, promisedMs: number | null = null): string {
  const { t } = locale
  switch (delay.kind) {
    case 'exact': {
      const duration = formatDuration(delay.delayMs, locale)
      return promisedMs !== null && delay.delayMs > promisedMs
        ? t('foundLate', { duration, promised: formatDuration(promisedMs, locale) })
        : t('found', { duration })
    }
    case 'range':
      return t('foundBetween', { range: formatRange(delay.leastMs, delay.mostMs, locale) })
    case 'doubtful':
      return t('doubtfulDate')
    case 'initial':
      return t('beforeSource')
    default:
      return delay satisfies never
  }
}
