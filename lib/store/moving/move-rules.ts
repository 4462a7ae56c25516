import { queryText } from '#lib/api/lists/search.ts'
import type { RuleRequest } from '#lib/api/rules/rules.ts'
import type { ExportedRule } from '#lib/documents/moving/account-export.ts'
import { parseRuleText } from '#lib/search/rule-text.ts'
import { roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { foldersOf, namesTo } from '#lib/store/organising/folder-tree.ts'
import { createRule, listRules } from '#lib/store/rules/rules.ts'

/** Rules of an export in their order, by the names of what they are about; those that find nothing any more are left out. */
export async function exportRules(database: Database, subscriberId: string): Promise<ExportedRule[]> {
  const folders = await foldersOf(database, subscriberId)
  const labels = await database.label.findMany({ where: { subscriberId }, select: { id: true, name: true } })
  const sources = await database.source.findMany({
    where: { rules: { some: { subscriberId } } },
    select: { id: true, url: true },
  })
  const targets = await database.integration.findMany({
    where: { subscriberId },
    select: { id: true, name: true },
  })
  return (await listRules(database, subscriberId)).flatMap((rule) => {
    if (rule.trouble !== null && rule.trouble !== 'integration-gone') return []
    const { name, kind, query, scope, folderId, sourceId, acts, stops, isOn } = rule
    const { labelId, sendTo, ...does } = acts
    return {
      name,
      kind,
      query,
      stops,
      isOn,
      scope,
      folderPath: namesTo(folders, folderId),
      feedUrl: sources.find(({ id }) => id === sourceId)?.url ?? null,
      acts: {
        ...does,
        sendTo: targets.find(({ id }) => id === sendTo)?.name ?? null,
        label: labels.find(({ id }) => id === labelId)?.name ?? null,
      },
    }
  })
}

/**
 * Makes those rules that are missing, in their order, once folders, labels and subscriptions are there. One that cannot be
 * understood, or whose folder, source or label is not there, is left out, as are those that there is no room for. Secrets are
 * in no export: a rule sends where an integration of that name is here already, else it does the rest, if there is any.
 * @returns the names of those left out
 */
export async function importRules(
  database: Database,
  subscriberId: string,
  rules: readonly ExportedRule[],
): Promise<string[]> {
  const leftOut: string[] = []
  const known = new Set((await listRules(database, subscriberId)).map(keyOf))
  const missing = rules.filter((rule) => !known.has(keyOf(rule)))
  // Read once: a thousand rules beside thousands of folders would take minutes.
  const folders = await foldersOf(database, subscriberId)
  const folderIds = new Map([...folders.keys()].map((id) => [pathKey(namesTo(folders, id)), id]))
  for (const rule of inMakingOrder(missing)) {
    const folderId = folderIds.get(pathKey(rule.folderPath)) ?? null
    const request = await requestOf(database, subscriberId, rule, folderId)
    const hasRoom = (await roomFor(database, subscriberId, 'rules')) > 0
    const made = request === null || !hasRoom ? 'left-out' : await createRule(database, subscriberId, request)
    if (typeof made === 'string') leftOut.push(rule.name)
  }
  return leftOut
}

function keyOf({ name, kind, query }: Pick<ExportedRule, 'name' | 'kind' | 'query'>): string {
  return JSON.stringify([name, kind, query])
}

/** Each list is made before those that are there, each rule behind them. */
function inMakingOrder(rules: readonly ExportedRule[]): ExportedRule[] {
  const lists = rules.filter(({ kind }) => kind !== 'rule')
  return [...lists.toReversed(), ...rules.filter(({ kind }) => kind === 'rule')]
}

const pathKey = (names: readonly string[]) => names.join('\n')

/** Null: what it names is not there, or its text is not understood. `folderId`: of its folder; null: that is not there, or it names none. */
async function requestOf(
  database: Database,
  subscriberId: string,
  rule: ExportedRule,
  folderId: number | null,
): Promise<RuleRequest | null> {
  const { name, kind, query, stops, isOn, scope, feedUrl, acts } = rule
  if (!queryText.safeParse(query).success || parseRuleText(kind, query).errors.length > 0) return null
  const { label, sendTo: target, ...does } = acts
  const subscription =
    feedUrl === null
      ? null
      : await database.subscription.findFirst({
          where: { subscriberId, source: { url: feedUrl } },
          select: { sourceId: true },
        })
  const sendTo =
    target === null ? null : await database.integration.findFirst({ where: { subscriberId, name: target } })
  const own = label === null ? null : await database.label.findFirst({ where: { subscriberId, name: label } })
  const isThere =
    (scope !== 'folder' || folderId !== null) &&
    (scope !== 'source' || subscription !== null) &&
    (label === null || own !== null)
  const isIdle = !(does.read || does.star || does.hide || does.alert) && own === null && sendTo === null
  if (!isThere || (kind === 'rule' && isIdle)) return null
  return {
    name,
    kind,
    query,
    stops,
    isOn,
    scope,
    folderId: scope === 'folder' ? folderId : null,
    sourceId: scope === 'source' ? (subscription?.sourceId ?? null) : null,
    acts: { ...does, sendTo: sendTo?.id ?? null, labelId: own?.id ?? null },
  }
}
