/** At which hours a source posts: its own counts, pulled step by step to what is known of sources like it. */
import { similarShape } from './similar-sources.ts'
import { expectedCounts, shrinkByPrediction, sumOfBins, toShares } from './shrink.ts'
import { type Counts, type WeekPattern, hoursOfWeek, slotsOfDay, slotsOfHour } from './week.ts'
import type { Ingredient, Shapes } from './learned.ts'

export const flatWeek: WeekPattern = {
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
  const known = without.includes('kinds') ? { ...shapes, kinds: [] } : shapes
  let week = similarShape(counts, known)
  const total = sumOfBins(counts.hours)
  if (total >= 1 && !without.includes('own-hours')) {
    week = fitMargin(week, counts, 24, (hour) => hour % 24)
    week = fitMargin(week, counts, 7, (hour) => Math.floor(hour / 24))
    const expected = expectedCounts(week, counts)
    week = shrinkByPrediction({ counts: counts.hours, shares: week, expected }, true)
  }
  const hasSlots = total >= leastForSlots && !without.includes('own-slots')
  const slots = hasSlots ? slotFactors(counts, week) : flatWeek.slots
  return { hours: Float32Array.from(week, (share) => share * hoursOfWeek), slots }
}

/** Scales the week so that a margin of it (hours of the day, weekdays) is as the counts, shrunk to that margin, say. */
function fitMargin(
  week: Float64Array,
  counts: Counts,
  bins: number,
  binOf: (hour: number) => number,
): Float64Array {
  const margin = {
    shares: new Float64Array(bins),
    counts: new Float64Array(bins),
    expected: new Float64Array(bins),
  }
  const expected = expectedCounts(week, counts)
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const bin = binOf(hour)
    margin.shares[bin] = (margin.shares[bin] ?? 0) + (week[hour] ?? 0)
    margin.counts[bin] = (margin.counts[bin] ?? 0) + (counts.hours[hour] ?? 0)
    margin.expected[bin] = (margin.expected[bin] ?? 0) + (expected[hour] ?? 0)
  }
  const learnt = shrinkByPrediction(margin, false)
  const scaled = new Float64Array(hoursOfWeek)
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    const bin = binOf(hour)
    scaled[hour] = ((week[hour] ?? 0) * (learnt[bin] ?? 0)) / (margin.shares[bin] ?? 1)
  }
  return toShares(scaled)
}

/** The factor by which a slot brings more than its hour of the day lets expect. */
function slotFactors(counts: Counts, week: Float64Array): Float32Array {
  const day = { shares: new Float64Array(slotsOfDay), expected: new Float64Array(slotsOfDay) }
  const expectedOfHours = expectedCounts(week, counts)
  for (let slot = 0; slot < slotsOfDay; slot++) {
    for (let hour = Math.floor(slot / slotsOfHour); hour < hoursOfWeek; hour += 24) {
      day.shares[slot] = (day.shares[slot] ?? 0) + (week[hour] ?? 0) / slotsOfHour
      day.expected[slot] = (day.expected[slot] ?? 0) + (expectedOfHours[hour] ?? 0) / slotsOfHour
    }
  }
  const learnt = shrinkByPrediction({ counts: counts.slots, ...day }, true)
  return Float32Array.from(learnt, (share, slot) => share / (day.shares[slot] ?? 1))
}
