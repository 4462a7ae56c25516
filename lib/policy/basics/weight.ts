/** The admin's settings about weights. */
export type WeightFormula = {
  /** Exponent of the subscribers, 0–1: at 1 each counts in full, at 0 a source with readers counts the same whatever their number. */
  readonly popularity: number
  /** As how many more readers somebody counts who wants a source fast. */
  readonly sayStrength: number
  /** As how many more readers somebody counts who is alerted of a source. */
  readonly alertStrength: number
  /** So many sources may somebody ask for in all, by wanting them fast or an alert, before each counts less. */
  readonly fairShare: number
}

/** The known facts of a source when it is weighed. */
export type WeightFacts = {
  /** The admin's factor. */
  readonly factor: number
  readonly subscribers: number
  /** Sum of `fastShare` over the subscribers whose wish to have it fast counts: not those whose alert of it does (`countsAsUrgent`). */
  readonly shares: number
  /** The part of alerts, in readers: alertStrength times the sum of `fastShare` over the subscribers whose alert of it counts. */
  readonly alertLift?: number
}

/** Sums of the same shares in another order differ in their last digits: cut off, so that equal weights are equal. */
const decimals = 1e9

/**
 * The value of a minute of a source's delay: factor × (subscribers^popularity + sayStrength × shares + alertLift).
 * Without subscribers 0. lib/store/planning/source-weights.ts says the same in SQL. O(1).
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
 * The part of asking at each source of somebody who asks for so many, wanting them fast, being alerted of them, or both: 1 within the
 * fair share, beyond it fairShare / asked, so that one reader together never counts more than the fair share. None asked for: 0.
 */
export function fastShare(asked: number, fairShare: number): number {
  return asked === 0 ? 0 : Math.min(1, fairShare / asked)
}

/** The ways in which somebody asks for a source. */
export type Asking = { readonly wantsFast: boolean; readonly isAlerted: boolean }

/** Whether it is the wish that counts: of a wish and an alert of one reader the stronger does, and the other nothing. */
export function countsAsUrgent(
  { wantsFast, isAlerted }: Asking,
  { sayStrength, alertStrength }: Pick<WeightFormula, 'sayStrength' | 'alertStrength'>,
): boolean {
  return wantsFast && (!isAlerted || sayStrength >= alertStrength)
}

/** As how many more readers somebody counts at a source who asks for it so, and for so many in all. */
export function askingReaders(asking: Asking, asked: number, formula: WeightFormula): number {
  if (!asking.wantsFast && !asking.isAlerted) return 0
  const strength = countsAsUrgent(asking, formula) ? formula.sayStrength : formula.alertStrength
  return strength * fastShare(asked, formula.fairShare)
}
