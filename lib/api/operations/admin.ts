import { z } from 'zod'
import {
  adminSourceChange,
  adminSourcesQuery,
  budgetPreviewRequest,
  bulkWeightRequest,
  delayQuery,
  invitationRequest,
  runPassRequest,
  settingsChange,
  usersQuery,
} from '#lib/api/admin.ts'
import { auditQuery } from '#lib/api/audit.ts'
import { budgetSharesQuery } from '#lib/api/budget.ts'
import { hostWishRequest } from '#lib/api/hosts.ts'
import { labRequest } from '#lib/api/lab.ts'
import { retentionRules } from '#lib/api/retention.ts'
import { shadowChange } from '#lib/api/shadow.ts'
import { userChange } from '#lib/api/sign-in.ts'
import { weightFormulaRequest } from '#lib/api/weight-formula.ts'
import { weightRule } from '#lib/api/weight-rule.ts'
import { admin, session, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const
const csv = { type: 'text/csv', says: 'A table.' } as const
const retention = {
  ...{ keepReadDays: null, keepUnreadDays: null, keepUnsubscribedDays: null },
  ...{ mostPostings: null, searchableDays: null, pollHistoryDays: 90 },
}
const wish = { host: 'example.net', leastIntervalMs: 3_600_000 }

/** Of the server; see lib/api/admin.ts and its neighbours for the types of the answers. */
export const administration: Operations = {
  'GET /admin/settings': admin('What is set for the server', 'ServerSettings'),
  'PATCH /admin/settings': admin('Changes that', 'ServerSettings', {
    body: settingsChange,
    sample: () => ({ body: { recommends: true } }),
  }),
  'GET /admin/aggregator': admin('How the aggregator is', 'AggregatorStatus'),
  'POST /admin/aggregator/run': admin('One bounded pass in this process', 'What it polled', {
    body: runPassRequest,
    sample: () => ({ body: { maxPolls: 1 } }),
    without: 'it asks publishers',
  }),
  'GET /admin/warnings': admin('What an admin should know of', 'ServerWarnings'),
  'GET /admin/delay': admin('Delays of all postings', 'AdminDelay', { query: delayQuery }),
  'GET /admin/budget/history': admin('What the budget brought', 'BudgetHistory'),
  'GET /admin/budget/steps': admin('What other budgets would bring', 'BudgetSteps'),
  'GET /admin/budget/shares': admin('Who gets the budget', 'BudgetShares', {
    query: budgetSharesQuery,
    sample: () => ({ query: { by: 'source' } }),
  }),
  'GET /admin/sources': admin('All sources', 'AdminSourcesPage', {
    query: adminSourcesQuery,
    errors: ['bad_query'],
    sample: () => ({ query: { sort: 'title' } }),
  }),
  'GET /admin/sources/csv': admin('The same as a table', csv, {
    query: adminSourcesQuery,
    errors: ['bad_query'],
  }),
  'PATCH /admin/sources/{id}': admin('Weight, pause and bounds of a source', 'AdminSourceRow', {
    ...none,
    body: adminSourceChange,
    sample: ({ source }) => ({ params: { id: `${source}` }, body: { weightFactor: 2 } }),
  }),
  'POST /admin/sources/weights': admin('The weight of many', z.object({ changed: z.number() }), {
    body: bulkWeightRequest,
    sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
  }),
  'POST /admin/sources/weights/rule': admin('The weight of all that a filter finds', 'RuleResult', {
    body: weightRule,
    errors: ['bad_query'],
    sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
  }),
  'POST /admin/preview/weight': admin('What a weight would do', 'WeightPreview', {
    body: bulkWeightRequest,
    sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
  }),
  'POST /admin/preview/weight-rule': admin('What a filter’s weight would do', 'RulePreview', {
    body: weightRule,
    sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
  }),
  'POST /admin/preview/formula': admin('What another formula of weights would do', 'FormulaPreview', {
    body: weightFormulaRequest,
    sample: () => ({ body: { popularity: 0.5, sayStrength: 2, fairShare: 5 } }),
  }),
  'POST /admin/preview/budget': admin('What another budget would do', 'BudgetPreview', {
    body: budgetPreviewRequest,
    sample: () => ({ body: { budgetPerDay: 10_000 } }),
  }),
  'POST /admin/preview/retention': admin('What rules of keeping would remove', 'RetentionPreview', {
    body: retentionRules,
    sample: () => ({ body: retention }),
  }),
  'GET /admin/retention': admin('What is stored', 'StoredSizes'),
  'GET /admin/hosts': admin('What publishers wish', '{ wishes: HostWishItem[] }'),
  'POST /admin/hosts': admin('Sets what a host wishes', '{ wishes: HostWishItem[] }', {
    body: hostWishRequest,
    sample: () => ({ body: wish }),
  }),
  'DELETE /admin/hosts/{host}': admin('Takes an admin’s word on that back', '{ wishes: HostWishItem[] }', {
    ...none,
    sample: () => ({ params: { host: 'example.net' } }),
    without: 'nobody set a wish in the test',
  }),
  'GET /admin/lab': admin('Replays of stored history', '{ runs: LabRunItem[] }'),
  'POST /admin/lab': admin('Asks for a replay', 'LabRunItem', {
    body: labRequest,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: { policies: ['price'], days: 1 } }),
  }),
  'GET /admin/lab/{id}': admin('A replay', 'LabRunItem', { ...none, without: 'nobody asked for one' }),
  'DELETE /admin/lab/{id}': admin('Ends a replay', null, { ...none, without: 'nobody asked for one' }),
  'GET /admin/lab/{id}/csv': admin('What it brought, as a table', csv, {
    ...none,
    without: 'nobody asked for one',
  }),
  'GET /admin/lab/shadow': admin('A policy that is watched beside the live one', 'ShadowAnswer'),
  'PUT /admin/lab/shadow': admin('Watches one', 'ShadowAnswer', {
    body: shadowChange,
    sample: () => ({ body: { policy: 'uniform' } }),
  }),
  'DELETE /admin/lab/shadow': admin('Ends that', 'ShadowAnswer', { ...none, without: 'none is watched' }),
  'GET /admin/invitations': admin('Invitations', '{ invitations }'),
  'POST /admin/invitations': admin('Invites somebody', 'The invitation with its address', {
    body: invitationRequest,
    status: 201,
    sample: () => ({ body: { note: 'a friend', days: 7 } }),
  }),
  'DELETE /admin/invitations/{id}': admin('Takes an invitation back', null, {
    ...none,
    without: 'nobody is invited',
  }),
  'GET /admin/audit': admin('Who did what', 'AuditPage', { query: auditQuery }),
  'POST /admin/audit/{id}/revert': admin('Takes a change back', z.object({ reverted: z.boolean() }), {
    errors: ['not_found', 'conflict'],
    without: 'nothing was changed',
  }),
  'GET /admin/users': admin('All accounts', 'UsersPage', { query: usersQuery }),
  'PATCH /admin/users/{id}': session(
    'Locks or unlocks an account',
    z.object({ id: z.string(), isLocked: z.boolean() }),
    {
      errors: ['not_found', 'conflict'],
      isAdmin: true,
      body: userChange,
      without: 'it takes a browser that is signed in',
    },
  ),
  'POST /admin/users/{id}/reset': session('A link to set a new password', 'ResetAnswer', {
    errors: ['not_found', 'unavailable'],
    isAdmin: true,
    without: 'it takes a browser that is signed in',
  }),
}
