import * as markRead from '#app/api/v1/postings/mark-read/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createIntegration } from '#lib/store/integrations/integrations.ts'
import { callRoute } from './call-route.ts'
import { enclosureUrl } from './foreign-calls.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

type Owner = { readonly id: string; readonly token: string }

/** The words that are in all that belongs to the owner, and in nothing else. */
export const secret = 'Only Anna reads this'

export type ForeignIds = Record<
  | 'subscription'
  | 'source'
  | 'folder'
  | 'label'
  | 'posting'
  | 'undoToken'
  | 'rule'
  | 'run'
  | 'outputFeed'
  | 'digest'
  | 'integration',
  string
>

/** Gives an account one of everything. */
export async function addOneOfEach(database: Database, owner: Owner): Promise<ForeignIds> {
  const { subscriptionId, sourceId } = await addSubscription(database, owner.id, 'annas', {
    folderName: secret,
  })
  await database.source.update({ where: { id: sourceId }, data: { title: secret } })
  const [first, second] = await addPostings(database, sourceId, [{ title: secret }, { title: secret }])
  await database.posting.update({
    where: { id: second ?? 0n },
    data: {
      enclosures: [{ url: enclosureUrl, type: 'audio/mpeg', length: null }],
      clusterId: second ?? null,
    },
  })
  const body = { throughId: `${first}` }
  const marked = await callRoute(owner.token, { module: markRead, method: 'POST', body })
  const row = await database.folder.findFirstOrThrow({ where: { subscriberId: owner.id } })
  const labelRow = await database.label.create({ data: { subscriberId: owner.id, name: secret } })
  await database.subscriptionLabel.create({ data: { labelId: labelRow.id, subscriptionId } })
  const acts = { stars: true, subscriberId: owner.id }
  const rule = await database.rule.create({ data: { name: secret, query: secret, ...acts } })
  const none = { read: 0, star: 0, label: 0, hide: 0, alert: 0, send: 0 }
  const run = {
    kind: 'found',
    at: new Date(),
    parts: [{ ruleId: rule.id, name: secret, counts: { ...none, star: 1 } }],
  }
  const { id: runId } = await database.ruleRun.create({ data: { ...run, subscriberId: owner.id } })
  const at = new Date()
  const sealed = { secretHash: `hash of ${owner.id}`, secretSealed: '', createdAt: at, renewedAt: at }
  const outputFeed = await database.outputFeed.create({
    data: { name: secret, place: 'all', ...sealed, subscriberId: owner.id },
  })
  const times = { createdAt: at, coveredAt: at, nextSlotAt: at }
  const digest = await database.digest.create({
    data: { name: secret, place: 'all', hour: 7, zone: 'UTC', ...times, subscriberId: owner.id },
  })
  const integration = await createIntegration(
    database,
    owner.id,
    { kind: 'linkding', name: secret, url: 'https://links.example.org', token: secret },
    at.getTime(),
  )
  if (integration === 'too-many') throw new Error(integration)
  await database.integrationSend.create({
    data: {
      url: 'https://example.org/',
      title: secret,
      madeAt: at,
      dueAt: at,
      state: 'sent',
      integrationId: integration.id,
      subscriberId: owner.id,
    },
  })
  return {
    integration: `${integration.id}`,
    outputFeed: `${outputFeed.id}`,
    digest: `${digest.id}`,
    rule: `${rule.id}`,
    run: `${runId}`,
    label: `${labelRow.id}`,
    subscription: `${subscriptionId}`,
    source: `${sourceId}`,
    folder: `${row.id}`,
    posting: `${second}`,
    undoToken: String(marked.body['undoToken']),
  }
}

/** Everything that belongs to the owner, and how the source is polled. */
export async function everythingOf(database: Database, owner: Owner, ids: ForeignIds) {
  const subscriberId = owner.id
  return {
    subscriptions: await database.subscription.findMany({ where: { subscriberId } }),
    folders: await database.folder.findMany({ where: { subscriberId } }),
    labels: await database.label.findMany({
      where: { subscriberId },
      include: { subscriptions: true, postings: true },
    }),
    states: await database.postingState.findMany({ where: { subscriberId } }),
    positions: await database.mediaPosition.findMany(),
    notes: await database.postingNote.findMany(),
    highlights: await database.postingHighlight.findMany(),
    splits: await database.storySplit.findMany(),
    fullTexts: await database.postingFullText.findMany(),
    readingSettings: await database.readingSettings.findMany({ where: { subscriberId } }),
    readingHours: await database.readingHours.findMany({ where: { subscriberId } }),
    rules: await database.rule.findMany(),
    outputFeeds: await database.outputFeed.findMany(),
    digests: await database.digest.findMany(),
    integrations: await database.integration.findMany(),
    sends: await database.integrationSend.findMany(),
    ruleRuns: await database.ruleRun.findMany(),
    ruleSettings: await database.ruleSettings.findMany({ where: { subscriberId } }),
    tokens: await database.apiToken.findMany({ where: { userId: subscriberId }, omit: { lastUsedAt: true } }),
    source: await database.source.findFirstOrThrow({ where: { id: Number(ids.source) } }),
  }
}
