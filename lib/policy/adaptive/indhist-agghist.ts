import { indhist, instantOfChanges } from './indhist.ts'
import type { IntervalRule } from './interval-rule.ts'

/** With more hours of changes per known change, a source's own history says too little. */
const individualRatio = 0.5

/**
 * IndHist/AggHist (Bright, Gal & Raschid 2006, through REI 2.5.4): by the rates of the source's cluster where its changes are few for the
 * hours they fall into (hours with changes / changes > 0.5), else IndHist. BGR06 names no grouping; the clusters are SC's. `parameter`: θ.
 * Null while untrained; without clusters or changes it is IndHist.
 */
export const indhistAgghist: IntervalRule = (memory, now, parameter, bounds) => {
  const { trained } = memory
  if (trained === null || trained.cluster === null || trained.postings === 0) {
    return indhist(memory, now, parameter, bounds)
  }
  const isThin = trained.hours / trained.postings > individualRatio
  return instantOfChanges(isThin ? trained.cluster : trained.hourly, now, parameter) - now
}
