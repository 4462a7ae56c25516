import {
  decideActs,
  nameOfHandedOver,
  type ActingRule,
  type DecidedActs,
  type FoundPosting,
  type HandedOver,
} from './decide-acts.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { conditionOfMatcher, isInRuleScope, matcherOf, readsWhatRulesChange } from './rule-condition.ts'
import type { RuleMatcher } from '#lib/search/rule-text.ts'
import { enqueueRuleHits, type RuleHitRow } from './rule-alerts.ts'
import { findTargets } from './rule-targets.ts'
import { storedMbIfFull } from '#lib/store/postings/stored-bytes.ts'
import { readSearchContexts } from '#lib/store/search/search-context.ts'
import { writeActs } from './write-acts.ts'
import type { ActCounts, RunPart } from '#lib/api/rules/rules.ts'

/** A rule as it is stored. */
export type StoredRule = ActingRule & {
  readonly name: string
  readonly kind: string
  readonly query: string
  readonly scope: string
  readonly folderId: number | null
  readonly sourceId: number | null
}

type ReadyRule = { readonly rule: StoredRule; readonly condition: Prisma.Sql; readonly reads: boolean }

type RulesRequest = {
  readonly subscriberId: string
  /** in their order */
  readonly rules: readonly StoredRule[]
  readonly postingIds: readonly bigint[]
  readonly now: number
  /** Rules that acted on a posting before: they do not once more. */
  readonly wasActed?: (ruleId: number, postingId: bigint) => boolean
  /** Of which postings somebody may be told; without it of none. */
  readonly isNews?: (postingId: bigint) => boolean
  /** What was handed over before: nobody is told of it twice, by whichever rule. */
  readonly handedOver?: readonly HandedOver[]
}

/** The changes of rules, as they are stored and told. */
type AppliedRules = Pick<DecidedActs, 'changes'> & {
  readonly parts: readonly RunPart[]
  /** postings that a rule found, changed or not; those of each stage, where there are several */
  readonly found: number
}

/**
 * Runs rules over postings: what each finds, then what becomes of it. All rules are asked for in one statement but those
 * that ask for what the ones before them change (`is:starred`, `label:` …): each of these begins another.
 */
export async function applyRules(transaction: Transaction, request: RulesRequest): Promise<AppliedRules> {
  const ready = await prepare(transaction, request)
  const changes: DecidedActs['changes'][number][] = []
  const hits: RuleHitRow[] = []
  const counts = new Map<number, ActCounts>()
  const told = new Set(request.handedOver?.map(nameOfHandedOver))
  let left = request.postingIds
  let matches = 0
  for (const stage of stagesOf(ready)) {
    if (left.length === 0) break
    const found = await findPostings(transaction, request, stage, left)
    const { rules, decided } = decide(request, stage, found, told)
    changes.push(...decided.changes)
    matches += found.length
    for (const { id } of rules) counts.set(id, decided.countOf.get(id) ?? noCounts)
    await writeActs(transaction, request.subscriberId, decided.changes, new Date(request.now))
    hits.push(...decided.hits.map((hit) => ({ ...hit, subscriberId: request.subscriberId })))
    const ended = new Set(decided.endedIds)
    left = left.filter((id) => !ended.has(id))
  }
  // Last: that locks the subscriber's alerts until the transaction ends, and whoever compares all alerts would wait for slow rules.
  await enqueueRuleHits(transaction, hits, new Date(request.now))
  const parts = request.rules.flatMap(({ id, name }) => {
    const counted = counts.get(id) ?? noCounts
    return Object.values(counted).some((count) => count > 0) ? [{ ruleId: id, name, counts: counted }] : []
  })
  return { changes, parts, found: matches }
}

/** The postings that any of the rules finds as they are now, ids rising. */
export async function findByRule(transaction: Transaction, request: RulesRequest): Promise<FoundPosting[]> {
  const ready = await prepare(transaction, request)
  return ready.length === 0 ? [] : findPostings(transaction, request, ready, request.postingIds)
}

const noCounts: ActCounts = { read: 0, star: 0, label: 0, hide: 0, alert: 0, send: 0 }

function decide(
  { wasActed, isNews }: RulesRequest,
  stage: readonly ReadyRule[],
  found: readonly FoundPosting[],
  told: Set<string>,
): { readonly rules: readonly StoredRule[]; readonly decided: DecidedActs } {
  const rules = stage.map(({ rule }) => rule)
  const postings = found.map((posting) => ({
    ...posting,
    isInitial: posting.isInitial || isNews?.(posting.id) !== true,
    matches: posting.matches.map(
      (matches, at) => matches && wasActed?.(rules[at]?.id ?? 0, posting.id) !== true,
    ),
  }))
  return { rules, decided: decideActs(rules, postings, told) }
}

/**
 * Rules that are not understood are left out. Those that send where nothing is any more, or label for an account that has no room for more of its
 * own, do the rest of what they do.
 */
async function prepare(
  transaction: Transaction,
  { subscriberId, rules, now }: RulesRequest,
): Promise<ReadyRule[]> {
  const targets = await findTargets(transaction, subscriberId, rules)
  const labels = rules.some(({ labelId }) => labelId !== null)
  const isFull = labels && (await storedMbIfFull(transaction, subscriberId)) !== null
  const understood = rules.flatMap((rule) => {
    const matcher = matcherOf(rule)
    const sendTo = rule.sendTo !== null && targets.has(rule.sendTo) ? rule.sendTo : null
    const labelId = isFull ? null : rule.labelId
    return matcher === null ? [] : [{ rule: { ...rule, sendTo, labelId }, matcher }]
  })
  const contextOf = await contextsOf(
    transaction,
    subscriberId,
    now,
    understood.map(({ matcher }) => matcher),
  )
  return understood.map(({ rule, matcher }) => ({
    rule,
    condition: Prisma.sql`(${isInRuleScope(subscriberId, rule)} AND ${conditionOfMatcher(matcher, contextOf(matcher.query))})`,
    reads: readsWhatRulesChange(matcher.query),
  }))
}

function contextsOf(
  transaction: Transaction,
  subscriberId: string,
  now: number,
  matchers: readonly RuleMatcher[],
) {
  return readSearchContexts(
    transaction,
    { subscriberId, now },
    matchers.map(({ query }) => query),
  )
}

function stagesOf(rules: readonly ReadyRule[]): ReadyRule[][] {
  const stages: ReadyRule[][] = []
  for (const ready of rules) {
    const last = stages.at(-1)
    if (last === undefined || ready.reads) stages.push([ready])
    else last.push(ready)
  }
  return stages
}

/** The postings that any of the rules finds, as they are for the subscriber. */
async function findPostings(
  transaction: Transaction,
  { subscriberId }: Pick<RulesRequest, 'subscriberId'>,
  stage: readonly Pick<ReadyRule, 'condition'>[],
  ids: readonly bigint[],
): Promise<FoundPosting[]> {
  const conditions = Prisma.join(stage.map(({ condition }) => condition))
  return transaction.$queryRaw<FoundPosting[]>`
    SELECT * FROM (
      SELECT h."id", p."isInitial", t."isRead" AS "ownRead", coalesce(t."isRead", h."id" <= u."readThrough") AS "isRead",
        t."starredAt" IS NOT NULL AS "isStarred", t."hiddenAt" IS NOT NULL AS "isHidden",
        ARRAY(SELECT pl."labelId" FROM "posting_label" pl
          WHERE pl."subscriberId" = ${subscriberId} AND pl."postingId" = h."id") AS "labelIds",
        ARRAY[${conditions}]::boolean[] AS "matches"
      FROM (
        SELECT p."id", p."shownAt", p."sourceId", s."document" FROM "posting" p
        LEFT JOIN "posting_search" s ON s."postingId" = p."id" WHERE p."id" = ANY(${[...ids]}::bigint[])) h
      JOIN "posting" p ON p."id" = h."id"
      JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = h."sourceId"
      LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = h."id"
      ) found WHERE true = ANY("matches") ORDER BY "id"`
}
