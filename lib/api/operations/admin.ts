import { z } from 'zod'
import { overridePreviewRequest, overridePreview } from '#lib/api/server/poll-override.ts'
import { newUserAnswer, resetAnswer, newUserRequest, userChange } from '#lib/api/accounts/sign-in.ts'
import { auditPage, auditQuery } from '#lib/api/server/audit.ts'
import { labRunDetails, labRunItem, labRunList, labRequest } from '#lib/api/server/lab.ts'
import { publisherLimitItem, publisherLimitRequest } from '#lib/api/server/hosts.ts'
import { retentionPreview, storedSizes, retentionRules } from '#lib/api/server/retention.ts'
import { formulaPreview, weightFormulaRequest } from '#lib/api/server/weight-formula.ts'
import { rulePreview, ruleResult, weightRule } from '#lib/api/server/weight-rule.ts'
import { budgetHistory, budgetShares, budgetSteps, budgetSharesQuery } from '#lib/api/server/budget.ts'
import { adminWarnings } from '#lib/api/server/warnings.ts'
import {
  adminActivity,
  adminDelay,
  adminSourceRow,
  adminSourcesPage,
  adminUserRow,
  aggregatorStatus,
  budgetPreview,
  invitation,
  serverSettings,
  weightPreview,
  adminSourceChange,
  adminSourcesQuery,
  budgetPreviewRequest,
  bulkWeightRequest,
  delayQuery,
  invitationRequest,
  runPassRequest,
  serverSettingsChange,
  usersQuery,
} from '#lib/api/server/admin.ts'
import { admin, session, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const
const csv = { type: 'text/csv', says: 'A table.' } as const
const gzip = { type: 'application/gzip', says: 'Gzipped JSON.' } as const
const retention = {
  keepReadDays: null,
  keepUnreadDays: null,
  keepUnsubscribedDays: null,
  mostPostings: null,
  searchableDays: null,
  pollHistoryDays: 90,
}
const limit = { host: 'example.net', leastIntervalMs: 3_600_000 }

const ofRun = ({ labRun }: { readonly labRun: number }) => ({ params: { id: `${labRun}` } })
const ofUser = ({ user }: { readonly user: string }) => ({ params: { id: user } })

/** Of the server; see lib/api/server/admin.ts and its neighbours for the types of the answers. */
export const administration: Operations = {
  'GET /admin/settings': admin('What is set for the server', serverSettings),
  'PATCH /admin/settings': admin('Changes that', serverSettings, {
    body: serverSettingsChange,
    sample: () => ({ body: { recommends: true } }),
  }),
  'GET /admin/aggregator': admin('How the aggregator is', aggregatorStatus),
  'POST /admin/aggregator/run': admin('One bounded pass in this process', z.object({ polled: z.number() }), {
    body: runPassRequest,
    sample: () => ({ body: { maxPolls: 1 } }),
    without: 'it asks publishers',
  }),
  'GET /admin/warnings': admin('What an admin should know of', adminWarnings),
  'GET /admin/activity': admin('Checks by hour, and delays by day', adminActivity),
  'GET /admin/delay': admin('Delays of all postings', adminDelay, { query: delayQuery }),
  'GET /admin/budget/history': admin('What the budget brought', budgetHistory),
  'GET /admin/budget/steps': admin('What other budgets would bring', budgetSteps),
  'GET /admin/budget/shares': admin('Who gets the budget', budgetShares, {
    query: budgetSharesQuery,
    sample: () => ({ query: { by: 'source' } }),
  }),
  'GET /admin/sources': admin('All sources', adminSourcesPage, {
    query: adminSourcesQuery,
    errors: ['bad_query'],
    sample: () => ({ query: { sort: 'title' } }),
  }),
  'GET /admin/sources/csv': admin('The same as a table', csv, {
    query: adminSourcesQuery,
    errors: ['bad_query'],
  }),
  'PATCH /admin/sources/{id}': admin('Weight, pause and bounds of a source', adminSourceRow, {
    ...none,
    body: adminSourceChange,
    sample: ({ source }) => ({ params: { id: `${source}` }, body: { weightFactor: 2 } }),
  }),
  'POST /admin/sources/weights': admin('The weight of many', z.object({ changed: z.number() }), {
    body: bulkWeightRequest,
    sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
  }),
  'POST /admin/sources/weights/rule': admin('The weight of all that a filter finds', ruleResult, {
    body: weightRule,
    errors: ['bad_query'],
    sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
  }),
  'POST /admin/preview/weight': admin('What a weight would do', weightPreview, {
    body: bulkWeightRequest,
    sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
  }),
  'POST /admin/preview/hatch': admin(
    'What fixing how a source is checked and kept would do',
    overridePreview,
    {
      body: overridePreviewRequest,
      errors: ['not_found'],
      sample: ({ source }) => ({
        body: {
          id: source,
          isPaused: false,
          fixedIntervalMs: 3_600_000,
          greatestDelayMs: null,
          keepDays: 90,
        },
      }),
    },
  ),
  'POST /admin/preview/weight-rule': admin('What a filter’s weight would do', rulePreview, {
    body: weightRule,
    sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
  }),
  'POST /admin/preview/formula': admin('What another formula of weights would do', formulaPreview, {
    body: weightFormulaRequest,
    sample: () => ({ body: { popularity: 0.5, sayStrength: 2, alertStrength: 2, fairShare: 5 } }),
  }),
  'POST /admin/preview/budget': admin('What another budget would do', budgetPreview, {
    body: budgetPreviewRequest,
    sample: () => ({ body: { budgetPerDay: 10_000 } }),
  }),
  'POST /admin/preview/retention': admin('What rules of keeping would remove', retentionPreview, {
    body: retentionRules,
    sample: () => ({ body: retention }),
  }),
  'GET /admin/retention': admin('What is stored', storedSizes),
  'GET /admin/hosts': admin('What publishers ask for', z.object({ wishes: z.array(publisherLimitItem) })),
  'POST /admin/hosts': admin('Sets what a host asks for', z.object({ wishes: z.array(publisherLimitItem) }), {
    body: publisherLimitRequest,
    sample: () => ({ body: limit }),
  }),
  'DELETE /admin/hosts/{host}': admin('Takes an admin’s word on that back', null, {
    ...none,
    sample: () => ({ params: { host: 'example.net' } }),
  }),
  'GET /admin/lab': admin('Replays of stored history', labRunList),
  'POST /admin/lab': admin('Asks for a replay', labRunItem, {
    body: labRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: { policies: ['price'], days: 1 } }),
  }),
  'GET /admin/lab/{id}': admin('A replay', labRunDetails, { ...none, sample: ofRun }),
  'DELETE /admin/lab/{id}': admin('Ends a replay', null, { ...none, sample: ofRun }),
  'GET /admin/lab/{id}/csv': admin('What it brought, as a table', csv, {
    ...none,
    sample: ofRun,
  }),
  'GET /admin/lab/{id}/trace': admin('What it was made from, for npm run simulate', gzip, {
    ...none,
    sample: ofRun,
  }),
  'GET /admin/invitations': admin('Invitations', z.object({ invitations: z.array(invitation) })),
  'POST /admin/invitations': admin('Invites somebody', invitation.extend({ url: z.string() }), {
    body: invitationRequest,
    status: 201,
    sample: () => ({ body: { note: 'a friend', days: 7 } }),
  }),
  'DELETE /admin/invitations/{id}': admin('Takes an invitation back', null, {
    ...none,
    sample: ({ invitation: id }) => ({ params: { id: `${id}` } }),
  }),
  'GET /admin/audit': admin('Who did what', auditPage, { query: auditQuery }),
  'POST /admin/audit/{id}/revert': admin('Takes a change back', z.object({ reverted: z.boolean() }), {
    errors: ['not_found', 'conflict'],
    sample: ({ change }) => ({ params: { id: change } }),
  }),
  'GET /admin/users': admin(
    'All accounts',
    z.object({ users: z.array(adminUserRow), nextCursor: z.string().nullable() }),
    { query: usersQuery },
  ),
  'POST /admin/users': session('Makes an account, whose owner sets the password by a link', newUserAnswer, {
    status: 201,
    errors: ['conflict'],
    isAdmin: true,
    body: newUserRequest,
    sample: () => ({ body: { email: 'new@example.org', name: 'New' } }),
  }),
  'PATCH /admin/users/{id}': session(
    'Locks or unlocks an account, or sets what it may have at most',
    z.object({
      id: z.string(),
      isLocked: z.boolean(),
      maxSubscriptions: z.number().nullable(),
      maxStoredMb: z.number().nullable(),
    }),
    {
      errors: ['not_found', 'conflict'],
      isAdmin: true,
      body: userChange,
      sample: (ids) => ({ ...ofUser(ids), body: { isLocked: true } }),
    },
  ),
  'DELETE /admin/users/{id}': session('Deletes an account with all that is its own', null, {
    errors: ['not_found', 'conflict'],
    isAdmin: true,
    sample: ofUser,
  }),
  'POST /admin/users/{id}/reset': session('A link to set a new password', resetAnswer, {
    errors: ['not_found', 'unavailable'],
    isAdmin: true,
    sample: ofUser,
  }),
}
