import type { RuleTestRequest, ActCounts, RuleTest, RunResult } from '#lib/api/rules/rules.ts'
import { applyRules, findByRule } from './apply-rules.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { decideActs } from './decide-acts.ts'
import { itemColumns, itemJoins, toPostingItem, type PostingItemRow } from '#lib/store/ground/posting-item.ts'
import { imageShower, presentItem } from '#lib/store/lists/present-items.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { isInRuleScope, type RuleScope } from './rule-condition.ts'
import { recordRun } from './rule-runs.ts'
import { ruleColumns, findRule } from './rules.ts'

const testedPostings = 1000
const runPostings = 10_000
/** Documents are looked at by so many postings. */
const atOnce = 1000
const shownPostings = 50
const noCounts: ActCounts = { read: 0, star: 0, label: 0, hide: 0, alert: 0, send: 0 }

/** The finds of a rule among the latest 1,000 postings of its scope, and the changes in them. Nothing is changed. */
export async function testRule(
  database: Database,
  subscriberId: string,
  request: RuleTestRequest,
  now: number,
): Promise<RuleTest> {
  const rule = { id: 0, ...ruleColumns({ ...request, name: '', stops: false, isOn: true }) }
  return database.$transaction(async (transaction) => {
    const ids = await listLatest(transaction, subscriberId, rule, testedPostings)
    const found = await findByRule(transaction, { subscriberId, rules: [rule], postingIds: ids, now })
    // As if they were new: who saves it wants to know how often it will tell.
    const news = found.map((posting) => ({ ...posting, isInitial: false }))
    const { countOf } = decideActs([rule], news)
    const latest = found.map(({ id }) => id).toReversed()
    const settings = await getReadingSettings(transaction, subscriberId)
    const showImage = imageShower(settings)
    const rows = await readItems(transaction, subscriberId, latest.slice(0, shownPostings))
    return {
      tested: ids.length,
      found: found.length,
      counts: countOf.get(rule.id) ?? noCounts,
      postings: rows.map((row) => presentItem(toPostingItem(row), showImage)),
    }
  })
}

/**
 * Runs one rule over the latest 10,000 postings of its scope, whatever is switched on. Nobody is told of these, nor are they
 * sent. All of it is taken back where `beforeEnd` throws, which asks only the transaction.
 * @returns null: the subscriber has no rule with that id
 */
export async function runRule(
  database: Database,
  subscriberId: string,
  id: number,
  now: number,
  beforeEnd: (transaction: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<RunResult | null> {
  return database.$transaction(
    async (transaction) => {
      const rule = await findRule(transaction, subscriberId, id)
      if (rule === null) return null
      const ids = await listLatest(transaction, subscriberId, rule, runPostings)
      let found = 0
      let applied = await applyRules(transaction, requestOf([]))
      for (let at = 0; at < ids.length; at += atOnce) {
        const part = await applyRules(transaction, requestOf(ids.slice(at, at + atOnce)))
        found += part.found
        applied = joined(applied, part)
      }
      await beforeEnd(transaction)
      const run = await recordRun(transaction, { subscriberId, kind: 'asked', now, ...applied })
      const item = {
        kind: 'asked',
        at: new Date(now).toISOString(),
        parts: applied.parts,
        undoneAt: null,
      } as const
      return { found, run: run === null ? null : { id: run.toString(), ...item } }

      function requestOf(postingIds: readonly bigint[]) {
        return { subscriberId, rules: rule === null ? [] : [rule], postingIds, now }
      }
    },
    { timeout: 60_000 },
  )
}

type Applied = Pick<Awaited<ReturnType<typeof applyRules>>, 'changes' | 'parts' | 'found'>

/** Two parts of a run of one rule as one. */
function joined(one: Applied, other: Applied): Applied {
  const [part, ...more] = [...one.parts, ...other.parts]
  const parts =
    part === undefined
      ? []
      : [more.reduce((sum, { counts }) => ({ ...sum, counts: sumOf(sum.counts, counts) }), part)]
  return { changes: [...one.changes, ...other.changes], parts, found: one.found + other.found }
}

function sumOf(one: ActCounts, other: ActCounts): ActCounts {
  return {
    read: one.read + other.read,
    star: one.star + other.star,
    label: one.label + other.label,
    hide: one.hide + other.hide,
    alert: one.alert + other.alert,
    send: one.send + other.send,
  }
}

/**
 * The latest postings found in a rule's scope, ids rising. Looked for among the latest of all first, then in eight times as
 * many and so on: a scope with little in it must not have all postings looked through, nor one with much all of its own read.
 */
async function listLatest(
  transaction: Transaction,
  subscriberId: string,
  scope: RuleScope,
  limit: number,
): Promise<bigint[]> {
  const sources = await transaction.$queryRaw<{ sourceId: number }[]>`
    SELECT u."sourceId" FROM "subscription" u
    WHERE u."subscriberId" = ${subscriberId} AND ${isInRuleScope(subscriberId, scope)}`
  const sourceIds = sources.map(({ sourceId }) => sourceId)
  const [newest] = await transaction.$queryRaw<
    { id: bigint | null }[]
  >`SELECT max("id") AS "id" FROM "posting"`
  let span = BigInt(8 * limit)
  for (;;) {
    const from = (newest?.id ?? 0n) - span
    const rows = await transaction.$queryRaw<{ id: bigint }[]>`
      SELECT p."id" FROM "posting" p WHERE p."sourceId" = ANY(${sourceIds}::int[]) AND p."id" > ${from}
      ORDER BY p."id" DESC LIMIT ${limit}`
    if (rows.length === limit || from <= 0n) return rows.map(({ id }) => id).toReversed()
    span *= 8n
  }
}

async function readItems(
  transaction: Transaction,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<PostingItemRow[]> {
  return transaction.$queryRaw`
    SELECT ${itemColumns} FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS page("id", "at")
    JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)} ORDER BY page."at"`
}
