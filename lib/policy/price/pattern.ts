/** At which hours a source posts: its own counts, pulled step by step to what is known of sources like it. */
import type { Ingredient } from './population.ts'
import { similarShape, type Shapes } from './similar-sources.ts'
import { shrinkByPrediction, sumOf, toShares } from './shrink.ts'
import { hoursOfWeek, slotsOfDay, slotsOfHour } from './week.ts'

/** Postings counted by time, older ones for less (`Memory`). */
export type Counts = {
  /** By hour of the week, 168. */
  readonly hours: Float32Array
  /** By ten-minute slot of the day, 144. */
  readonly slots: Float32Array
}

/** How a source's postings spread over the week: intensity = rate · hours[hour of week] · slots[slot of day], mean 1. */
export type WeekPattern = {
  readonly hours: Float32Array
  readonly slots: Float32Array
}

export const flatPattern: WeekPattern = {
  hours: new Float32Array(hoursOfWeek).fill(1),
  slots: new Float32Array(slotsOfDay).fill(1),
}

/** With fewer postings the minute of the hour is chance. */
const leastForSlots = 3

/**
 * Learns a pattern from the coarse to the fine, each step shrunk to the one before it (`shrinkByPrediction`): sources alike (mixture of
 * shapes) → own hours of the day → own weekdays → own hours of the week → own ten-minute slots.
 */
export function learnPattern(
  counts: Counts,
  shapes: Shapes,
  without: readonly Ingredient[] = [],
): WeekPattern {
  const week = similarShape(counts.hours, without.includes('kinds') ? { ...shapes, kinds: [] } : shapes)
  const total = sumOf(counts.hours)
  if (total >= 1 && !without.includes('own-hours')) {
    fitMargin(week, counts.hours, 24, (hour) => hour % 24)
    fitMargin(week, counts.hours, 7, (hour) => Math.floor(hour / 24))
    week.set(shrinkByPrediction(counts.hours, toShares(week), true))
    toShares(week)
  }
  const hasSlots = total >= leastForSlots && !without.includes('own-slots')
  const slots = hasSlots ? slotFactors(counts.slots, week) : flatPattern.slots
  return { hours: Float32Array.from(week, (share) => share * hoursOfWeek), slots }
}

/** Scales the week so that a margin of it (hours of the day, weekdays) is as the counts, shrunk to that margin, say. */
function fitMargin(
  week: Float64Array,
  counts: Float32Array,
  bins: number,
  binOf: (hour: number) => number,
): void {
  const expected = new Float64Array(bins)
  const counted = new Float32Array(bins)
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const bin = binOf(hour)
    expected[bin] = (expected[bin] ?? 0) + (week[hour] ?? 0)
    counted[bin] = (counted[bin] ?? 0) + (counts[hour] ?? 0)
  }
  const learnt = shrinkByPrediction(counted, expected, false)
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const bin = binOf(hour)
    week[hour] = ((week[hour] ?? 0) * (learnt[bin] ?? 0)) / (expected[bin] ?? 1)
  }
}

/** How much more a slot brings than its hour of the day lets expect. */
function slotFactors(counts: Float32Array, week: Float64Array): Float32Array {
  const expected = new Float64Array(slotsOfDay)
  for (let slot = 0; slot < slotsOfDay; slot++) {
    const hour = Math.floor(slot / slotsOfHour)
    for (let day = 0; day < 7; day++) expected[slot] = (expected[slot] ?? 0) + (week[day * 24 + hour] ?? 0)
  }
  toShares(expected)
  const learnt = shrinkByPrediction(counts, expected, true)
  return Float32Array.from(learnt, (share, slot) => share / (expected[slot] ?? 1))
}
