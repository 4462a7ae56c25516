/** What the admin sets about weights. */
export type WeightFormula = {
  /** Exponent of the subscribers, 0–1: at 1 each counts in full, at 0 a source with readers counts the same whatever their number. */
  readonly popularity: number
  /** As how many more readers somebody counts who wants a source fast. */
  readonly sayStrength: number
  /** As how many more readers somebody counts who is alerted of a source. */
  readonly alertStrength: number
  /** So many sources may somebody want fast, and be alerted of, before each counts less. */
  readonly fairShare: number
}

/** What is known of a source when it is weighed. */
export type WeightFacts = {
  /** The admin's factor. */
  readonly factor: number
  readonly subscribers: number
  /** Sum of `fastShare` over the subscribers who want it fast. */
  readonly shares: number
  /** What alerts add, in readers: alertStrength times the sum of `fastShare` over the subscribers who are alerted of it. */
  readonly alertLift?: number
}

/** Sums of the same shares in another order differ in their last digits: cut off, so that equal weights are equal. */
const decimals = 1e9

/**
 * How much a minute of a source's delay counts: factor × (subscribers^popularity + sayStrength × shares + alertLift).
 * Without subscribers 0. lib/store/source-weights.ts says the same in SQL. O(1).
 * @throws RangeError when a fact is negative or not a number
 */
export function weightOf(facts: WeightFacts, formula: WeightFormula): number {
  const { factor, subscribers, shares, alertLift = 0 } = facts
  if (!(factor >= 0 && subscribers >= 0 && shares >= 0 && alertLift >= 0)) throw wrongFact(facts)
  if (subscribers === 0) return 0
  const worth = subscribers ** formula.popularity + formula.sayStrength * shares + alertLift
  return Math.round(factor * worth * decimals) / decimals
}

/** Apart: a list of names made for each of 100,000 sources takes ten times as long as weighing them. */
function wrongFact(facts: WeightFacts): RangeError {
  const wrong = Object.entries(facts).find(([, value]) => !(value >= 0))
  return new RangeError(`${wrong?.[0]} must be 0 or more, not ${wrong?.[1]}.`)
}

/**
 * What the wish of somebody who wants this many sources fast counts at each of them: 1 within the fair share, beyond it
 * fairShare / wanted, so that all wishes of one reader together never count more than the fair share. None wanted: 0.
 */
export function fastShare(wanted: number, fairShare: number): number {
  return wanted === 0 ? 0 : Math.min(1, fairShare / wanted)
}
