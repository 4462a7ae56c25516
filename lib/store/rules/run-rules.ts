import { applyRules, type StoredRule } from './apply-rules.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { takeDue, type DuePosting } from '#lib/store/ground/rule-queue.ts'
import type { HandedOver } from './decide-acts.ts'
import type { RuleHitRow } from './rule-alerts.ts'
import { recordRun } from './rule-runs.ts'

/** For a statement, and for all: on a busy machine 500 postings take a second or two. */
const patienceMs = 10_000
const transactionOptions = { timeout: 2 * patienceMs }

/**
 * Runs a subscriber's rules over the next postings that they are still to be run on, in one transaction with taking these out
 * of the queue: a process that dies leaves them there, and has changed nothing. An edit gives a rule another look at a
 * posting that it passed over; on one that it acted on it does not act again. What takes longer than some 20 s fails.
 * @returns how many postings were taken; 0: none is left
 */
export async function runDueRules(
  database: Database,
  subscriberId: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<number> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = ${Prisma.raw(String(patienceMs))}`
    const due = await takeDue(transaction, subscriberId, limit)
    if (due.length === 0) return 0
    const rules = await listActiveRules(transaction, subscriberId)
    if (rules.length === 0) return due.length
    const { acted, handedOver } = await readActed(transaction, subscriberId, due)
    const news = new Set(due.flatMap(({ postingId, why }) => (why === 'subscribed' ? [] : [postingId])))
    const applied = await applyRules(transaction, {
      subscriberId,
      rules,
      now,
      postingIds: due.map(({ postingId }) => postingId),
      wasActed: (ruleId, postingId) => acted.has(`${ruleId} ${postingId}`),
      isNews: (postingId) => news.has(postingId),
      handedOver,
    })
    await recordRun(transaction, { subscriberId, kind: 'found', now, ...applied })
    return due.length
  }, transactionOptions)
}

/** A subscriber's rules that are switched on, in their order. */
async function listActiveRules(transaction: Transaction, subscriberId: string): Promise<StoredRule[]> {
  return transaction.rule.findMany({
    where: { subscriberId, isOn: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
}

type Acted = { readonly acted: ReadonlySet<string>; readonly handedOver: readonly HandedOver[] }

/** What rules did before with those of the postings that are not new. `acted`: "rule posting". */
async function readActed(
  transaction: Transaction,
  subscriberId: string,
  due: readonly DuePosting[],
): Promise<Acted> {
  const again = due.flatMap(({ postingId, why }) => (why === 'found' ? [] : [postingId]))
  if (again.length === 0) return { acted: new Set(), handedOver: [] }
  const changes = await transaction.$queryRaw<{ ruleId: number; postingId: bigint }[]>`
    SELECT "ruleId", "postingId" FROM "rule_change" WHERE "postingId" = ANY(${again}::bigint[])`
  const hits = await transaction.$queryRaw<RuleHitRow[]>`
    SELECT "subscriberId", "postingId", "ruleId", "kind", "sendTo" FROM "rule_hit"
    WHERE "postingId" = ANY(${again}::bigint[]) AND "subscriberId" = ${subscriberId}`
  const acted = new Set([...changes, ...hits].map(({ ruleId, postingId }) => `${ruleId} ${postingId}`))
  return { acted, handedOver: hits }
}
