import * as rules from '#app/api/v1/rules/route.ts'
import * as rule from '#app/api/v1/rules/[id]/route.ts'
import * as runRule from '#app/api/v1/rules/[id]/run/route.ts'
import * as arrangeRules from '#app/api/v1/rules/arrange/route.ts'
import * as ruleRuns from '#app/api/v1/rules/runs/route.ts'
import * as undoRuleRun from '#app/api/v1/rules/runs/[id]/undo/route.ts'
import * as testRule from '#app/api/v1/rules/test/route.ts'
import type { NamedCall } from './foreign-calls.ts'
import type { ForeignIds } from './foreign-ids.ts'

const id = (number: string) => ({ id: number })
const aRule = { name: 'x', query: 'only' }

/** The calls of rules with these ids. */
export const ruleCallsWith = (ids: () => ForeignIds): readonly NamedCall[] => [
  ['GET rules', 200, () => ({ module: rules })],
  [
    'PUT a rule',
    404,
    () => ({ module: rule, method: 'PUT', params: id(ids().rule), body: { ...aRule, acts: { read: true } } }),
  ],
  [
    'PATCH a rule',
    404,
    () => ({ module: rule, method: 'PATCH', params: id(ids().rule), body: { isOn: false } }),
  ],
  ['DELETE a rule', 404, () => ({ module: rule, method: 'DELETE', params: id(ids().rule) })],
  ['POST run a rule', 404, () => ({ module: runRule, method: 'POST', params: id(ids().rule) })],
  ['POST arrange rules', 204, () => ({ module: arrangeRules, method: 'POST', body: { ids: [ids().rule] } })],
  [
    'POST a rule for a folder',
    400,
    () => ({
      module: rules,
      method: 'POST',
      body: { ...aRule, scope: 'folder', folderId: ids().folder, acts: { star: true } },
    }),
  ],
  [
    'POST a rule that labels',
    400,
    () => ({ module: rules, method: 'POST', body: { ...aRule, acts: { labelId: ids().label } } }),
  ],
  [
    'POST test a rule for a source',
    200,
    () => ({
      module: testRule,
      method: 'POST',
      body: { query: 'only', scope: 'source', sourceId: ids().source },
    }),
  ],
  ['GET runs', 200, () => ({ module: ruleRuns })],
  ['POST undo a run', 404, () => ({ module: undoRuleRun, method: 'POST', params: id(ids().run) })],
]
