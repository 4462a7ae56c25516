import type { RuleRequest, RuleTestRequest, RuleItem } from '#lib/api/rules/rules.ts'

/** A rule as it is being written. */
export type RuleDraft = Pick<RuleRequest, 'name' | 'kind' | 'query' | 'acts' | 'stops' | 'isOn'> & {
  /** "all", "folder:1" or "source:2" */
  readonly place: string
}

const noActs = { read: false, star: false, labelId: null, hide: false, alert: false, sendTo: null } as const

/** The draft that the editor begins with. */
export function draftOf(rule: RuleItem | null, kind: RuleItem['kind'], name: string): RuleDraft {
  if (rule === null) return { name, kind, query: '', place: 'all', acts: noActs, stops: false, isOn: true }
  const { query, acts, stops, isOn, scope, folderId, sourceId } = rule
  const place = scope === 'all' ? 'all' : `${scope}:${folderId ?? sourceId ?? ''}`
  return { name: rule.name, kind, query, place, acts, stops, isOn }
}

/** The same as the server takes it, to be tried. */
export function testOf({ kind, query, acts, place }: RuleDraft): RuleTestRequest {
  const [scope, id] = place.split(':')
  return {
    kind,
    query,
    acts,
    scope: scope === 'folder' || scope === 'source' ? scope : 'all',
    folderId: scope === 'folder' ? Number(id) : null,
    sourceId: scope === 'source' ? Number(id) : null,
  }
}

/** The same, to be saved. */
export function requestOf(draft: RuleDraft): RuleRequest {
  const { name, stops, isOn } = draft
  return { ...testOf(draft), name: name.trim(), stops, isOn }
}
