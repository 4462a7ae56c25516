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
import {
  adminActivity,
  adminDelay,
  adminSourceChange,
  adminSourceRow,
  adminSourcesPage,
  adminSourcesQuery,
  adminUserRow,
  adminWarnings,
  aggregatorStatus,
  budgetPreview,
  budgetPreviewRequest,
  bulkWeightRequest,
  delayQuery,
  invitation,
  invitationRequest,
  runPassRequest,
  serverSettings,
  serverSettingsChange,
  usersQuery,
  weightPreview,
} from '#lib/api/server/admin.ts'
import { admin, none, session, type Operations } from './operation.ts'

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
  'GET /admin/settings': admin('The settings of the server', serverSettings),
  'PATCH /admin/settings': admin('Changes the settings of the server', serverSettings, {
    body: serverSettingsChange,
    sample: () => ({ body: { recommends: true } }),
  }),
  'GET /admin/aggregator': admin('The state of the aggregator', aggregatorStatus),
  'POST /admin/aggregator/run': admin(
    'Runs one bounded pass of checks in this process',
    z.object({ polled: z.number() }),
    {
      body: runPassRequest,
      sample: () => ({ body: { maxPolls: 1 } }),
      without: 'it asks publishers',
    },
  ),
  'GET /admin/warnings': admin('The problems that an admin should know about', adminWarnings),
  'GET /admin/activity': admin('Checks by hour, and delays by day', adminActivity),
  'GET /admin/delay': admin('Delays of all articles', adminDelay, { query: delayQuery }),
  'GET /admin/budget/history': admin('The delays that the budget gave, by day', budgetHistory),
  'GET /admin/budget/steps': admin('The delays that other budgets would give', budgetSteps),
  'GET /admin/budget/shares': admin('The shares of the budget by feed and site', budgetShares, {
    query: budgetSharesQuery,
    sample: () => ({ query: { by: 'source' } }),
  }),
  'GET /admin/sources': admin('All feeds', adminSourcesPage, {
    query: adminSourcesQuery,
    errors: ['bad_query'],
    sample: () => ({ query: { sort: 'title' } }),
  }),
  'GET /admin/sources/csv': admin('All feeds as CSV', csv, {
    query: adminSourcesQuery,
    errors: ['bad_query'],
  }),
  'PATCH /admin/sources/{id}': admin('Changes the weight, pause and limits of a feed', adminSourceRow, {
    ...none,
    body: adminSourceChange,
    sample: ({ source }) => ({ params: { id: `${source}` }, body: { weightFactor: 2 } }),
  }),
  'POST /admin/sources/weights': admin(
    'Changes the weight of many feeds',
    z.object({ changed: z.number() }),
    {
      body: bulkWeightRequest,
      sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
    },
  ),
  'POST /admin/sources/weights/rule': admin(
    'Changes the weight of all feeds that a filter finds',
    ruleResult,
    {
      body: weightRule,
      errors: ['bad_query'],
      sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
    },
  ),
  'POST /admin/preview/weight': admin('The effect that a weight would have', weightPreview, {
    body: bulkWeightRequest,
    sample: ({ source }) => ({ body: { ids: [source], weightFactor: 2 } }),
  }),
  'POST /admin/preview/hatch': admin(
    'The effect that admin settings for a feed would have',
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
  'POST /admin/preview/weight-rule': admin('The effect that a weight for a filter would have', rulePreview, {
    body: weightRule,
    sample: () => ({ body: { search: '', state: 'all', act: 'set', value: 1 } }),
  }),
  'POST /admin/preview/formula': admin('The effect that another weight formula would have', formulaPreview, {
    body: weightFormulaRequest,
    sample: () => ({ body: { popularity: 0.5, sayStrength: 2, alertStrength: 2, fairShare: 5 } }),
  }),
  'POST /admin/preview/budget': admin('The effect that another budget would have', budgetPreview, {
    body: budgetPreviewRequest,
    sample: () => ({ body: { budgetPerDay: 10_000 } }),
  }),
  'POST /admin/preview/retention': admin('What other retention rules would delete', retentionPreview, {
    body: retentionRules,
    sample: () => ({ body: retention }),
  }),
  'GET /admin/retention': admin('The sizes of what is stored', storedSizes),
  'GET /admin/hosts': admin(
    'Limits requested by publishers',
    z.object({ wishes: z.array(publisherLimitItem) }),
  ),
  'POST /admin/hosts': admin('Sets the limit of a host', z.object({ wishes: z.array(publisherLimitItem) }), {
    body: publisherLimitRequest,
    sample: () => ({ body: limit }),
  }),
  'DELETE /admin/hosts/{host}': admin('Removes the limit of a host that an admin set', null, {
    ...none,
    sample: () => ({ params: { host: 'example.net' } }),
  }),
  'GET /admin/lab': admin('The runs of the policy lab', labRunList),
  'POST /admin/lab': admin('Starts a run of the policy lab', labRunItem, {
    body: labRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: { policies: ['price'], days: 1 } }),
  }),
  'GET /admin/lab/{id}': admin('A run of the policy lab', labRunDetails, { ...none, sample: ofRun }),
  'DELETE /admin/lab/{id}': admin('Cancels or deletes a run of the policy lab', null, {
    ...none,
    sample: ofRun,
  }),
  'GET /admin/lab/{id}/csv': admin('The results of a run as CSV', csv, {
    ...none,
    sample: ofRun,
  }),
  'GET /admin/lab/{id}/trace': admin('The data of a run, for npm run simulate', gzip, {
    ...none,
    sample: ofRun,
  }),
  'GET /admin/invitations': admin('All invitations', z.object({ invitations: z.array(invitation) })),
  'POST /admin/invitations': admin('Creates an invitation', invitation.extend({ url: z.string() }), {
    body: invitationRequest,
    status: 201,
    sample: () => ({ body: { note: 'a friend', days: 7 } }),
  }),
  'DELETE /admin/invitations/{id}': admin('Revokes an invitation', null, {
    ...none,
    sample: ({ invitation: id }) => ({ params: { id: `${id}` } }),
  }),
  'GET /admin/audit': admin('The activity log', auditPage, { query: auditQuery }),
  'POST /admin/audit/{id}/revert': admin('Takes back a change', z.object({ reverted: z.boolean() }), {
    errors: ['not_found', 'conflict'],
    sample: ({ change }) => ({ params: { id: change } }),
  }),
  'GET /admin/users': admin(
    'All accounts',
    z.object({ users: z.array(adminUserRow), nextCursor: z.string().nullable() }),
    { query: usersQuery },
  ),
  'POST /admin/users': session('Creates an account, whose owner sets the password by a link', newUserAnswer, {
    status: 201,
    errors: ['conflict'],
    isAdmin: true,
    body: newUserRequest,
    sample: () => ({ body: { email: 'new@example.org', name: 'New' } }),
  }),
  'PATCH /admin/users/{id}': session(
    'Locks or unlocks an account, or sets its limits',
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
  'DELETE /admin/users/{id}': session('Deletes an account with everything in it', null, {
    errors: ['not_found', 'conflict'],
    isAdmin: true,
    sample: ofUser,
  }),
  'POST /admin/users/{id}/reset': session('Creates a link to set a new password', resetAnswer, {
    errors: ['not_found', 'unavailable'],
    isAdmin: true,
    sample: ofUser,
  }),
}
