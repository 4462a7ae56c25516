/** Combined quality of policies, "Güte" (REI 4.3.6, 5.3): a geometric mean of delay, polls and recall, each against the best compared. */

/** Means of one policy in one averaging mode. */
export type Measured = {
  readonly delayMs: number
  readonly pollsPerPosting: number
  readonly recall: number
}

/** The weight of each. */
export type QualityWeights = { readonly delay: number; readonly polls: number; readonly recall: number }

/** Each part in (0, 1], 1 being the best of the compared. `quality` is G; `relative` is Ĝ, G against the best. */
export type Quality = {
  readonly delay: number
  readonly polls: number
  readonly recall: number
  readonly quality: number
  readonly relative: number
}

/** Delays and polls per posting of 0 would make every ratio 0: they count as a second, and as a millionth. */
const leastDelayMs = 1_000
const leastPolls = 1e-6

/**
 * G = (D_min/D)^wD · (APE_min/APE)^wA · (R/R_max)^wR, to the power 1/(wD + wA + wR). Geometric, so that half the delay at twice the polls
 * is neutral; order and ratios do not depend on the set compared, absolute values do.
 * @throws RangeError when a value is no number or weights sum to 0
 */
export function qualities(
  measured: readonly Measured[],
  weights: QualityWeights = { delay: 1, polls: 1, recall: 1 },
): Quality[] {
  const total = weights.delay + weights.polls + weights.recall
  if (!(total > 0)) throw new RangeError(`weights must sum to more than 0, got ${total}`)
  const delays = measured.map(({ delayMs }) => Math.max(leastDelayMs, delayMs))
  const polls = measured.map(({ pollsPerPosting }) => Math.max(leastPolls, pollsPerPosting))
  const leastDelay = Math.min(...delays)
  const fewestPolls = Math.min(...polls)
  const bestRecall = Math.max(...measured.map(({ recall }) => recall))
  const parts = measured.map((policy, index) => {
    const part = {
      delay: leastDelay / (delays[index] ?? 0),
      polls: fewestPolls / (polls[index] ?? 0),
      recall: bestRecall > 0 ? policy.recall / bestRecall : 1,
    }
    const product = part.delay ** weights.delay * part.polls ** weights.polls * part.recall ** weights.recall
    if (Number.isNaN(product)) throw new RangeError(`no quality of ${JSON.stringify(policy)}`)
    return { ...part, quality: product ** (1 / total) }
  })
  const best = Math.max(...parts.map(({ quality }) => quality))
  return parts.map((part) => ({ ...part, relative: best > 0 ? part.quality / best : 1 }))
}

/** Both modes together: √(Ĝ_F · Ĝ_E), against the best again. Both lists name the same policies in the same order. */
export function combinedQuality(overSources: readonly Quality[], overPostings: readonly Quality[]): number[] {
  const values = overSources.map(({ relative }, index) =>
    Math.sqrt(relative * (overPostings[index]?.relative ?? 0)),
  )
  const best = Math.max(...values)
  return values.map((value) => (best > 0 ? value / best : 1))
}
