import type { SampleIds } from '#lib/api/operations/operation.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { digestToken } from '#lib/store/digests/digest-token.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { readEventPosition } from '#lib/store/events/missed-events.ts'
import { addAccountSamples } from './sample-account.ts'
import { addOneOfEach, secret } from '#tests/support/api/foreign-ids.ts'
import { enclosureUrl } from '#tests/support/api/foreign-calls.ts'
import { addPostings } from './reading.ts'

type Owner = { readonly id: string; readonly token: string }

/** Gives an account one of everything that examples of operations name. */
export async function addSamples(
  database: Database,
  owner: Owner,
  { site, image }: Pick<SampleIds, 'site' | 'image'>,
): Promise<SampleIds> {
  const subscriberId = owner.id
  const position = await readEventPosition(database)
  const of = await addOneOfEach(database, owner)
  const folder = await database.folder.create({ data: { subscriberId, name: 'Into' } })
  const label = await database.label.create({ data: { subscriberId, name: 'Into' } })
  const view = await database.view.create({ data: { subscriberId, name: 'Kept', query: 'is:unread' } })
  const postingId = BigInt(of.posting)
  await database.posting.update({ where: { id: postingId }, data: { url: `${site}/article` } })
  const highlight = await database.postingHighlight.create({
    data: { subscriberId, postingId, quote: 'Text', before: '', behind: '', createdAt: new Date() },
  })
  const told = await addAlert(database, subscriberId, Number(of.source))
  return {
    subscription: Number(of.subscription),
    source: Number(of.source),
    folder: Number(of.folder),
    intoFolder: folder.id,
    label: Number(of.label),
    intoLabel: label.id,
    view: view.id,
    rule: Number(of.rule),
    integration: Number(of.integration),
    run: of.run,
    ...told,
    posting: of.posting,
    highlight: highlight.id,
    outputFeed: Number(of.outputFeed),
    digest: Number(of.digest),
    digestToken: digestToken(Number(of.digest)),
    savedPage: await addSavedPage(database, subscriberId),
    enclosureUrl,
    undoToken: of.undoToken,
    position,
    site,
    image,
    ...(await addAccountSamples(database, subscriberId)),
  }
}

/** A page in the account's own archive. */
async function addSavedPage(database: Database, archiveOwnerId: string): Promise<string> {
  const archive = {
    archiveOwnerId,
    archivedUrl: savedPagesFeed,
    url: `archive:${archiveOwnerId}`,
    title: secret,
  }
  const hostName = 'skylark-archive' // lib/store/postings/archives.ts
  await database.host.upsert({ where: { name: hostName }, create: { name: hostName }, update: {} })
  const { id } = await database.source.create({ data: { ...archive, hostName } })
  const [posting] = await addPostings(database, id, [{ title: secret }])
  return `${posting}`
}

/** An alert of a source, a channel, and what it told. */
async function addAlert(database: Database, subscriberId: string, sourceId: number) {
  const config = { kind: 'webhook', url: 'https://annas.example/hook', secret }
  const of = { subscriberId, name: secret }
  const channel = await database.alertChannel.create({
    data: { ...of, kind: 'webhook', host: 'annas.example', config },
  })
  const asks = { kind: 'source', sourceId, channelIds: [channel.id], afterId: 0n }
  const alert = await database.alert.create({ data: { ...of, ...asks, covered: { create: { sourceId } } } })
  const at = new Date()
  const detail = { since: at.toISOString(), promiseMs: 600_000, cause: 'host' }
  const hit = await database.alertHit.create({
    data: {
      subscriberId,
      key: 'b1',
      kind: 'promise',
      detail,
      foundAt: at,
      madeAt: at,
      alertId: alert.id,
      sourceId,
    },
  })
  await database.alertDelivery.create({
    data: {
      key: `d ${subscriberId}`,
      madeAt: at,
      dueAt: at,
      state: 'failed',
      tries: 10,
      error: 'HTTP 500',
      subscriberId,
      channelId: channel.id,
      items: { create: { channelId: channel.id, hitId: hit.id } },
    },
  })
  return { alert: alert.id, channel: channel.id, hit: `${hit.id}` }
}
