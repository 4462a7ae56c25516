import type { RuleRequest, RuleItem } from '#lib/api/rules/rules.ts'
import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { StoredRule } from './apply-rules.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { storeCandidateWords } from './rule-candidates.ts'
import { matcherOf } from './rule-condition.ts'
import { findTargets } from './rule-targets.ts'

type RuleRow = StoredRule & { readonly isOn: boolean }

/** The thing that a rule names and the subscriber does not have. */
export type RuleRefusal = 'no-folder' | 'no-source' | 'no-label' | 'no-integration'

/** A subscriber's rules in their order. */
export async function listRules(database: Database, subscriberId: string): Promise<RuleItem[]> {
  const rows = await database.rule.findMany({
    where: { subscriberId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const targets = await findTargets(database, subscriberId, rows)
  return rows.map((row) => toRuleItem(row, targets))
}

/** Makes a rule; it stands last, a list of what to block or keep first: what it hides, rules need not look at. */
export async function createRule(
  database: Database,
  subscriberId: string,
  request: RuleRequest,
): Promise<RuleItem | RuleRefusal | 'too-many'> {
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'rules')
    if ((await roomFor(transaction, subscriberId, 'rules')) === 0) return 'too-many'
    const refusal = await refusalOf(transaction, subscriberId, request)
    if (refusal !== null) return refusal
    const { _max, _min } = await transaction.rule.aggregate({
      where: { subscriberId },
      _max: { position: true },
      _min: { position: true },
    })
    const position = request.kind === 'rule' ? (_max.position ?? -1) + 1 : (_min.position ?? 1) - 1
    const rule = await transaction.rule.create({ data: { ...ruleColumns(request), subscriberId, position } })
    await storeCandidateWords(transaction, rule.id, matcherOf(rule))
    await notify(transaction, { type: 'state', subscriberId })
    return toRuleItem(rule, await findTargets(transaction, subscriberId, [rule]))
  })
}

/** Gives a rule other contents; its place stays. */
export async function replaceRule(
  database: Database,
  subscriberId: string,
  id: number,
  request: RuleRequest,
): Promise<RuleItem | RuleRefusal | 'not-found'> {
  return database.$transaction(async (transaction) => {
    const refusal = await refusalOf(transaction, subscriberId, request)
    if (refusal !== null) return refusal
    const changed = await changeRule(transaction, subscriberId, id, ruleColumns(request))
    if (changed !== 'not-found') await storeCandidateWords(transaction, id, matcherOf(request))
    return changed
  })
}

/** Switches a rule on or off; one that was off does nothing later to what was found meanwhile. */
export async function switchRule(
  database: Database,
  subscriberId: string,
  id: number,
  isOn: boolean,
): Promise<RuleItem | 'not-found'> {
  return database.$transaction((transaction) => changeRule(transaction, subscriberId, id, { isOn }))
}

async function changeRule(
  transaction: Transaction,
  subscriberId: string,
  id: number,
  data: Partial<ReturnType<typeof ruleColumns>>,
): Promise<RuleItem | 'not-found'> {
  const [rule] = await transaction.rule.updateManyAndReturn({ where: { id, subscriberId }, data })
  if (rule === undefined) return 'not-found'
  await notify(transaction, { type: 'state', subscriberId })
  return toRuleItem(rule, await findTargets(transaction, subscriberId, [rule]))
}

/** The deeds of a rule stay, and can be taken back. False when the subscriber has no rule with that id. */
export async function deleteRule(database: Database, subscriberId: string, id: number): Promise<boolean> {
  const { count } = await database.rule.deleteMany({ where: { id, subscriberId } })
  if (count === 1) await notify(database, { type: 'state', subscriberId })
  return count === 1
}

/** Puts the rules into this order; those that are not named stand behind these as they stood. */
export async function arrangeRules(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      UPDATE "rule" r SET "position" = placed."place" FROM (
        SELECT own."id", row_number() OVER (ORDER BY wanted."place" NULLS LAST, own."position", own."id") - 1 AS "place"
        FROM (SELECT * FROM "rule" WHERE "subscriberId" = ${subscriberId} ORDER BY "id" FOR UPDATE) own
        LEFT JOIN unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted("id", "place") ON wanted."id" = own."id") placed
      WHERE r."id" = placed."id"`
    await notify(transaction, { type: 'state', subscriberId })
  })
}

/** A rule as it is run; null: the subscriber has none with that id. */
export async function findRule(
  database: Database | Transaction,
  subscriberId: string,
  id: number,
): Promise<StoredRule | null> {
  return database.rule.findFirst({ where: { id, subscriberId } })
}

async function refusalOf(
  transaction: Transaction,
  subscriberId: string,
  { folderId, sourceId, acts: { labelId, sendTo } }: Pick<RuleRequest, 'folderId' | 'sourceId' | 'acts'>,
): Promise<RuleRefusal | null> {
  const folders =
    folderId === null ? 1 : await transaction.folder.count({ where: { id: folderId, subscriberId } })
  const sources =
    sourceId === null ? 1 : await transaction.subscription.count({ where: { sourceId, subscriberId } })
  const labels =
    labelId === null ? 1 : await transaction.label.count({ where: { id: labelId, subscriberId } })
  const targets =
    sendTo === null ? 1 : await transaction.integration.count({ where: { id: sendTo, subscriberId } })
  if (folders === 0) return 'no-folder'
  if (sources === 0) return 'no-source'
  if (labels === 0) return 'no-label'
  return targets === 0 ? 'no-integration' : null
}

const hidesAndStops = {
  marksRead: false,
  stars: false,
  hides: true,
  alerts: false,
  sendTo: null,
  labelId: null,
}

/** A request as a row; lists hide what they find and end with it. */
export function ruleColumns({
  name,
  kind,
  query,
  scope,
  folderId,
  sourceId,
  acts,
  stops,
  isOn,
}: RuleRequest) {
  const { read, star, labelId, hide, alert, sendTo } = acts
  const own = { marksRead: read, stars: star, hides: hide, alerts: alert, sendTo, labelId }
  const does = kind === 'rule' ? { ...own, stops } : { ...hidesAndStops, stops: true }
  return { name, kind, query, scope, folderId, sourceId, isOn, ...does }
}

function toRuleItem(row: RuleRow, targets: ReadonlySet<number>): RuleItem {
  const { id, name, query, folderId, sourceId, stops, isOn } = row
  return {
    id,
    name,
    query,
    folderId,
    sourceId,
    stops,
    isOn,
    kind: row.kind as RuleItem['kind'], // written by columnsOf
    scope: row.scope as RuleItem['scope'],
    acts: {
      read: row.marksRead,
      star: row.stars,
      hide: row.hides,
      alert: row.alerts,
      sendTo: row.sendTo,
      labelId: row.labelId,
    },
    trouble: troubleOf(row, targets),
  }
}

function troubleOf(row: RuleRow, targets: ReadonlySet<number>): RuleItem['trouble'] {
  const isGone =
    (row.scope === 'folder' && row.folderId === null) || (row.scope === 'source' && row.sourceId === null)
  if (isGone) return 'place-gone'
  if (matcherOf(row) === null) return 'query'
  return row.sendTo !== null && !targets.has(row.sendTo) ? 'integration-gone' : null
}
