import { type RuleActsRequest, type RuleRequest, ruleRequest, type RuleItem } from '#lib/api/rules/rules.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listDueSubscribers } from '#lib/store/ground/rule-queue.ts'
import { createRule } from '#lib/store/rules/rules.ts'
import { runDueRules } from '#lib/store/rules/run-rules.ts'
import { indexAll } from './searching.ts'
import { untilNothingIsLeft } from '#tests/support/measure/until.ts'

/** Makes a rule with what is given; all else as the API has it. */
export async function addRule(
  database: Database,
  subscriberId: string,
  { acts = {}, ...rule }: Partial<Omit<RuleRequest, 'acts'>> & { readonly acts?: Partial<RuleActsRequest> },
): Promise<RuleItem> {
  const request = ruleRequest.parse({ name: 'A rule', query: '', ...rule, acts })
  const made = await createRule(database, subscriberId, request)
  if (typeof made === 'string') throw new Error(made)
  return made
}

/** Makes what is stored searchable and runs all rules that are due, as the aggregator does. */
export async function runAllRules(database: Database, now: number): Promise<void> {
  await indexAll(database)
  for (const subscriberId of await listDueSubscribers(database, 1000))
    await untilNothingIsLeft('due rules', () => runDueRules(database, subscriberId, { now, limit: 100 }))
}
