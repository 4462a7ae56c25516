import { z } from 'zod'
import {
  ruleItem,
  ruleRunItem,
  ruleTest,
  runResult,
  ruleOrder,
  ruleRequest,
  ruleSettings,
  ruleSwitch,
  ruleTestRequest,
} from '#lib/api/rules/rules.ts'
import { none, read, write, type Operations } from './operation.ts'

const rule = { name: 'Sports', query: 'football', acts: { read: true } }

/** Rules and filters. */
export const rules: Operations = {
  'GET /rules': read('All rules, in their order', z.object({ rules: z.array(ruleItem) })),
  'POST /rules': write('Creates a rule', ruleItem, {
    body: ruleRequest,
    isOnce: true,
    status: 201,
    errors: ['bad_query', 'conflict'],
    sample: () => ({ body: rule }),
  }),
  'PUT /rules/{id}': write('Replaces a rule', ruleItem, {
    body: ruleRequest,
    errors: ['not_found', 'bad_query'],
    sample: () => ({ body: rule }),
  }),
  'PATCH /rules/{id}': write('Switches a rule on or off', ruleItem, {
    ...none,
    body: ruleSwitch,
    sample: () => ({ body: { isOn: true } }),
  }),
  'DELETE /rules/{id}': write('Deletes a rule', null, none),
  'POST /rules/{id}/run': write('Runs a rule over the latest 10,000 articles', runResult, none),
  'POST /rules/arrange': write('Changes the order in which rules run', null, {
    body: ruleOrder,
    errors: ['conflict'],
    sample: ({ rule: id }) => ({ body: { ids: [id] } }),
  }),
  'POST /rules/test': read('The articles that a rule would find among the latest 1,000', ruleTest, {
    body: ruleTestRequest,
    errors: ['bad_query'],
    sample: () => ({ body: { query: 'football', acts: { read: true } } }),
  }),
  'GET /rules/runs': read(
    'The runs of rules that changed something',
    z.object({ runs: z.array(ruleRunItem) }),
  ),
  'POST /rules/runs/{id}/undo': write('Undoes a run', z.object({ restored: z.number() }), {
    errors: ['not_found', 'conflict'],
    sample: ({ run }) => ({ params: { id: run } }),
  }),
  'GET /rules/settings': read('The settings of all articles beside the rules', ruleSettings),
  'PATCH /rules/settings': write('Changes the settings of all articles beside the rules', ruleSettings, {
    body: ruleSettings,
    sample: () => ({ body: { readAfterDays: 90 } }),
  }),
}
