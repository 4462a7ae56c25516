import type { RuleHitRow } from './rule-alerts.ts'
import type { ActCounts } from '#lib/api/rules/rules.ts'

/** A posting that was handed over to be told of or sent, by whichever rule. */
export type HandedOver = Pick<RuleHitRow, 'postingId' | 'kind' | 'sendTo'>

/** A rule as far as it decides what becomes of what it found. */
export type ActingRule = {
  readonly id: number
  readonly marksRead: boolean
  readonly stars: boolean
  readonly hides: boolean
  readonly alerts: boolean
  /** an integration */
  readonly sendTo: number | null
  readonly labelId: number | null
  readonly stops: boolean
}

/** A posting as it is for its subscriber, and which of the rules find it. */
export type FoundPosting = {
  readonly id: bigint
  /** it came with its source's first document, or was older than what was known then: no news */
  readonly isInitial: boolean
  /** null: as the read mark says */
  readonly ownRead: boolean | null
  readonly isRead: boolean
  readonly isStarred: boolean
  readonly isHidden: boolean
  readonly labelIds: readonly number[]
  readonly matches: readonly boolean[]
}

/** The change of a posting by a rule. */
export type PostingChangeByRule = {
  readonly ruleId: number
  readonly postingId: bigint
  readonly acts: readonly ('read' | 'star' | 'hide' | 'label')[]
  readonly wasRead: boolean | null
  readonly labelId: number | null
}

export type DecidedActs = {
  readonly changes: readonly PostingChangeByRule[]
  readonly hits: readonly Omit<RuleHitRow, 'subscriberId'>[]
  /** Postings that a rule ended with. */
  readonly endedIds: readonly bigint[]
  /** The deeds of each rule, as they are told: of "read" only what was unread. */
  readonly countOf: ReadonlyMap<number, ActCounts>
}

const none: ActCounts = { read: 0, star: 0, label: 0, hide: 0, alert: 0, send: 0 }

/** More labels than anybody gives an article: each is a row here and one in the log of the run, and a hundred rules may find each article of a feed. */
const mostLabels = 50

/**
 * The changes of the rules, in their order, in the postings that they find: only what is not so already, and nothing behind a
 * rule that ends it. What is no news is neither told nor sent. A posting is told of by the first rule that wants that, and sent once by each
 * integration: `told` has what was handed over before. Pure.
 */
export function decideActs(
  rules: readonly ActingRule[],
  postings: readonly FoundPosting[],
  told = new Set<string>(),
): DecidedActs {
  const changes: PostingChangeByRule[] = []
  const hits: Omit<RuleHitRow, 'subscriberId'>[] = []
  const endedIds: bigint[] = []
  const countOf = new Map<number, ActCounts>()
  const add = (ruleId: number, counted: Partial<ActCounts>) => {
    const before = countOf.get(ruleId) ?? none
    const sums = Object.entries(before).map(([act, count]) => [
      act,
      count + (counted[act as keyof ActCounts] ?? 0),
    ])
    countOf.set(ruleId, Object.fromEntries(sums) as ActCounts)
  }
  for (const posting of postings) {
    let now = { ...posting }
    for (const [at, rule] of rules.entries()) {
      if (posting.matches[at] !== true) continue
      const change = changeBy(rule, now)
      if (change !== null) changes.push(change)
      const own = posting.isInitial
        ? []
        : hitsBy(rule, posting.id).filter((hit) => !told.has(nameOfHandedOver(hit)))
      for (const hit of own) told.add(nameOfHandedOver(hit))
      hits.push(...own)
      add(rule.id, countsOf(rule, change, now, own))
      now = after(change, now)
      if (!rule.stops) continue
      endedIds.push(posting.id)
      break
    }
  }
  return { changes, hits, endedIds, countOf }
}

function changeBy(rule: ActingRule, posting: FoundPosting): PostingChangeByRule | null {
  const acts: PostingChangeByRule['acts'][number][] = []
  const hides = rule.hides && !posting.isHidden
  // What is hidden says itself that it is read, wherever the mark stands.
  if ((rule.marksRead && !posting.isRead) || (hides && posting.ownRead !== true)) acts.push('read')
  if (rule.stars && !posting.isStarred) acts.push('star')
  if (hides) acts.push('hide')
  const isRoom = posting.labelIds.length < mostLabels
  const labels = rule.labelId !== null && isRoom && !posting.labelIds.includes(rule.labelId)
  if (labels) acts.push('label')
  if (acts.length === 0) return null
  return {
    ruleId: rule.id,
    postingId: posting.id,
    acts,
    wasRead: posting.ownRead,
    labelId: labels ? rule.labelId : null,
  }
}

function hitsBy(rule: ActingRule, postingId: bigint): Omit<RuleHitRow, 'subscriberId'>[] {
  const base = { ruleId: rule.id, postingId }
  return [
    ...(rule.alerts ? [{ ...base, kind: 'alert', sendTo: null } as const] : []),
    ...(rule.sendTo === null ? [] : [{ ...base, kind: 'send', sendTo: rule.sendTo } as const]),
  ]
}

/** One for all that tells of a posting, or sends it by an integration. */
export function nameOfHandedOver({ postingId, kind, sendTo }: HandedOver): string {
  return `${postingId} ${kind} ${sendTo}`
}

function countsOf(
  rule: ActingRule,
  change: PostingChangeByRule | null,
  before: FoundPosting,
  told: readonly Pick<RuleHitRow, 'kind'>[],
): Partial<ActCounts> {
  const did = (act: PostingChangeByRule['acts'][number]) => (change?.acts.includes(act) === true ? 1 : 0)
  return {
    read: rule.marksRead && !before.isRead ? did('read') : 0,
    star: did('star'),
    hide: did('hide'),
    label: did('label'),
    alert: told.filter(({ kind }) => kind === 'alert').length,
    send: told.filter(({ kind }) => kind === 'send').length,
  }
}

function after(change: PostingChangeByRule | null, posting: FoundPosting): FoundPosting {
  if (change === null) return posting
  const reads = change.acts.includes('read')
  return {
    ...posting,
    ...(reads ? { ownRead: true, isRead: true } : {}),
    isStarred: posting.isStarred || change.acts.includes('star'),
    isHidden: posting.isHidden || change.acts.includes('hide'),
    labelIds: change.labelId === null ? posting.labelIds : [...posting.labelIds, change.labelId],
  }
}
