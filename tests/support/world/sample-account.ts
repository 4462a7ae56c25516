import { gzipSync } from 'node:zlib'
import { labRequest, type LabResult } from '#lib/api/server/lab.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { keepOneTimeSecret } from '#lib/store/accounts/one-time-secrets.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { goodPassword } from './accounts.ts'
import { secret } from '#tests/support/api/foreign-ids.ts'

type AccountIds = Pick<
  SampleIds,
  | 'password'
  | 'token'
  | 'session'
  | 'passkey'
  | 'emailToken'
  | 'resetToken'
  | 'user'
  | 'invitation'
  | 'change'
  | 'labRun'
>

const figures = {
  polls: 48,
  pollsPerDay: 24,
  postings: 9,
  lost: 0,
  weightedMeanMs: 60_000,
  medianMs: 50_000,
  p90Ms: null,
}
const change = { sourceId: 1, title: secret, postings: 9, beforeMs: 2, afterMs: 1, changeMs: -1 }
const labResult: LabResult = {
  fromAt: '2026-01-01T00:00:00.000Z',
  untilAt: '2026-01-02T00:00:00.000Z',
  tookMs: 7,
  sources: 1,
  allSources: 1,
  livePolicy: 'price',
  budgetPerDay: 24,
  happened: figures,
  failedPolls: 0,
  compared: [
    {
      policy: 'uniform',
      figures,
      difference: null,
      pollsToReach: null,
      sooner: 1,
      later: 0,
      alike: 0,
      gainers: [change],
      losers: [],
      pollsByHour: [],
    },
  ],
  points: [{ ...figures, policy: 'price', budgetPerDay: 24, interval: { lowMs: 1, highMs: 2 } }],
}

const hour = () => new Date(Date.now() + 3_600_000)
let made = 0

/** Gives an account ways of signing in, links that were mailed to it, and what admins leave behind. */
export async function addAccountSamples(database: Database, userId: string): Promise<AccountIds> {
  made += 1
  const mark = `${made} of ${userId}`
  const token = await database.apiToken.create({ data: { userId, name: secret, tokenHash: mark } })
  const session = await database.session.create({
    data: { id: `session ${mark}`, token: mark, userId, expiresAt: hour(), userAgent: secret },
  })
  const passkey = await database.passkey.create({
    data: {
      userId,
      name: secret,
      credentialId: Buffer.from(mark).toString('base64url'),
      publicKey: Buffer.from('key'),
    },
  })
  if ((await database.account.count({ where: { userId } })) === 0)
    await database.account.create({
      data: { id: mark, accountId: userId, userId, providerId: 'credential', password: 'none' },
    })
  return {
    password: goodPassword,
    token: token.id,
    session: session.id,
    passkey: passkey.id,
    emailToken: await addLink(database, 'email-change', userId, `new-${made}@example.org`),
    resetToken: await addLink(database, 'password-reset', userId, ''),
    ...(await addActs(database, userId, mark)),
  }
}

async function addLink(
  database: Database,
  purpose: 'email-change' | 'password-reset',
  userId: string,
  value: string,
): Promise<string> {
  const token = `${purpose} ${made}`
  const kept = { purpose, secretHash: hashSecret(token), userId, value, expiresAt: hour() }
  await keepOneTimeSecret(database, kept, new Date())
  return token
}

/** The records for admins: an account, an invitation, a change of a setting, a replay, a limit of a host. */
async function addActs(database: Database, actorId: string, mark: string) {
  const at = new Date()
  const user = await database.user.create({
    data: { id: `other ${mark}`, name: 'Other', email: `other-${made}@example.org` },
  })
  const invitation = await database.invitation.create({
    data: { secretHash: mark, expiresAt: hour(), createdById: actorId },
  })
  const { recommends } = await getSettings(database)
  const changed = { kind: 'settings', before: { recommends: !recommends }, after: { recommends } }
  const entry = await database.auditEntry.create({
    data: { at, act: 'settings-changed', actorId, change: changed },
  })
  const request = labRequest.parse({ policies: ['price'], days: 1 })
  const labRun = await database.labRun.create({
    data: {
      state: 'done',
      request,
      result: labResult,
      createdAt: at,
      requestedById: actorId,
      trace: new Uint8Array(gzipSync('{}')),
    },
  })
  const limit = { host: 'example.net', leastIntervalMs: 3_600_000, editedAt: at }
  await database.publisherLimit.upsert({ where: { host: limit.host }, create: limit, update: limit })
  return { user: user.id, invitation: invitation.id, change: `${entry.id}`, labRun: labRun.id }
}
