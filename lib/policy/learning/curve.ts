/** A pattern summed up over the week, so that the share of any span of time is two look-ups. */
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { presenceCurve, presenceIn } from './presence.ts'
import {
  type WeekPattern,
  hoursOfWeek,
  placeInWeek,
  slotMs,
  slotsOfDay,
  slotsOfHour,
  slotsOfWeek,
} from './week.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

export type Curve = {
  /** Days of the source's mean rate from Monday 00:00 to the start of each slot of the week; the last of the 1009 is 7. */
  readonly days: Float32Array
}

/** The roots by which polls follow a pattern. */
export type Roots = {
  /** √ of the intensity of each hour of the week, times its readers' presence: polls follow it. */
  readonly roots: Float32Array
  /** Mean of the roots: 1 for a flat pattern, less the more uneven it is. */
  readonly meanRoot: number
  /** Mean of √(intensity / presence): by this, times `meanRoot`, postings wait. */
  readonly meanDelayRoot: number
}

const curves = new WeakMap<WeekPattern, Curve>()

/** The curve of a pattern, computed once per pattern. */
export function curveOf(pattern: WeekPattern): Curve {
  const known = curves.get(pattern)
  if (known !== undefined) return known
  const curve = sumUp(pattern)
  curves.set(pattern, curve)
  return curve
}

/** Intensities of the slots of the week, of the pattern that is looked at. */
const intensities = new Float64Array(slotsOfWeek)

/** Fills `intensities` and gives their sum. In plain loops: each poll does this, and with callbacks it takes several times as long. */
function fillIntensities({ hours, slots }: WeekPattern): number {
  let total = 0
  for (let hour = 0, slot = 0; hour < hoursOfWeek; hour++) {
    const ofHour = hours[hour] ?? 0
    for (const end = slot + slotsOfHour; slot < end; slot++) {
      const intensity = ofHour * (slots[slot % slotsOfDay] ?? 0)
      intensities[slot] = intensity
      total += intensity
    }
  }
  return total
}

function sumUp(pattern: WeekPattern): Curve {
  const total = fillIntensities(pattern)
  const days = new Float32Array(slotsOfWeek + 1)
  let sum = 0
  for (let slot = 0; slot < slotsOfWeek; slot++) {
    days[slot] = (7 * sum) / total
    sum += intensities[slot] ?? 0
  }
  days[slotsOfWeek] = 7
  return { days }
}

/** The roots of a pattern whose readers are there so much: only plannings need them, so they are not kept. */
export function rootsOf(pattern: WeekPattern, presence: Presence | null = null): Roots {
  const total = fillIntensities(pattern)
  const hasHours = presenceCurve(presence) !== null
  let delayRootSum = 0
  if (hasHours)
    for (let slot = 0; slot < slotsOfWeek; slot++) {
      const intensity = intensities[slot] ?? 0
      const present = presenceIn(presence, Math.floor(slot / slotsOfHour))
      delayRootSum += Math.sqrt((intensity * slotsOfWeek) / total / present)
      intensities[slot] = intensity * present
    }
  const roots = new Float32Array(hoursOfWeek)
  let rootSum = 0
  for (let slot = 0; slot < slotsOfWeek; slot++) {
    const root = Math.sqrt(((intensities[slot] ?? 0) * slotsOfWeek) / total)
    rootSum += root
    const hour = Math.floor(slot / slotsOfHour)
    roots[hour] = (roots[hour] ?? 0) + root / slotsOfHour
  }
  return {
    roots,
    meanRoot: rootSum / slotsOfWeek,
    meanDelayRoot: (hasHours ? delayRootSum : rootSum) / slotsOfWeek,
  }
}

/** Days of the mean rate from the first Monday to an instant. */
export function daysUntil({ days }: Curve, at: number): number {
  const { week, withinMs } = placeInWeek(at)
  const slot = Math.floor(withinMs / slotMs)
  const start = days[slot] ?? 7
  return week * 7 + start + (((days[slot + 1] ?? 7) - start) * (withinMs - slot * slotMs)) / slotMs
}

/** The mean intensity between two instants, 1 being the source's mean. */
export function meanIntensity(curve: Curve, from: number, until: number): number {
  if (until <= from) return 1
  return ((daysUntil(curve, until) - daysUntil(curve, from)) * DAY_MS) / (until - from)
}
