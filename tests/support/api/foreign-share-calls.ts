import * as integrations from '#app/api/v1/integrations/route.ts'
import * as integration from '#app/api/v1/integrations/[id]/route.ts'
import * as testIntegration from '#app/api/v1/integrations/[id]/test/route.ts'
import * as sends from '#app/api/v1/integrations/sends/route.ts'
import * as send from '#app/api/v1/postings/[id]/send/route.ts'
import * as rules from '#app/api/v1/rules/route.ts'
import type { NamedCall } from './foreign-calls.ts'
import type { ForeignIds } from './foreign-ids.ts'

const id = (number: string) => ({ id: number })

/** The calls of integrations with these ids. */
export const shareCallsWith = (ids: () => ForeignIds): readonly NamedCall[] => [
  ['GET integrations', 200, () => ({ module: integrations })],
  [
    'PATCH an integration',
    404,
    () => ({ module: integration, method: 'PATCH', params: id(ids().integration), body: { name: 'x' } }),
  ],
  [
    'DELETE an integration',
    404,
    () => ({ module: integration, method: 'DELETE', params: id(ids().integration) }),
  ],
  ['POST test', 404, () => ({ module: testIntegration, method: 'POST', params: id(ids().integration) })],
  ['GET sends', 200, () => ({ module: sends })],
  [
    'POST send a posting',
    404,
    () => ({
      module: send,
      method: 'POST',
      params: id(ids().posting),
      body: { integrationId: Number(ids().integration) },
    }),
  ],
  [
    'POST a rule that sends',
    400,
    () => ({
      module: rules,
      method: 'POST',
      body: { name: 'x', query: 'only', acts: { sendTo: Number(ids().integration) } },
    }),
  ],
]
