import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as exportRoute from '#app/api/v1/export/route.ts'
import * as importRoute from '#app/api/v1/import/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import type { ImportMessage, ImportReport } from '#lib/api/moving/imports.ts'
import { contentHash, postingKey } from '#lib/documents/identity/posting-identity.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { storePostings } from '#lib/store/postings/store-postings.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { publicUrl } from './accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const context = { params: Promise.resolve({}) }

/** Sends a file to the import and reads the lines of the answer. */
export async function importLines(token: string, file: Buffer | string): Promise<ImportMessage[]> {
  const headers = { authorization: `Bearer ${token}` }
  const body = new Uint8Array(Buffer.from(file))
  const response = await importRoute.POST(
    new Request(`${publicUrl}/api/v1/import`, { method: 'POST', headers, body }),
    context,
  )
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
  const lines = (await response.text()).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as ImportMessage)
}

/** The same, for its reports. */
export async function importFile(token: string, file: Buffer | string): Promise<readonly ImportReport[]> {
  const last = (await importLines(token, file)).at(-1)
  if (last?.type !== 'report') throw new Error(`The import ended with ${JSON.stringify(last)}.`)
  return last.files
}

/** The whole export of an account, as text. */
export async function exportAccount(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await exportRoute.GET(new Request(`${publicUrl}/api/v1/export`, { headers }), context)).text()
}

/** A posting as a poll would bring it, with the key that a poll would give it. */
export function arrivingPosting(
  parts: { readonly guid?: string; readonly url?: string; readonly title: string; readonly html?: string },
  foundAt = referenceAt,
): NewPosting {
  const { guid = null, url = null, title, html = `<p>${title}</p>` } = parts
  const entry = { guid, url, originalUrl: null, title, html, enclosures: [] }
  return {
    key: postingKey(entry, [entry]),
    guid,
    title,
    url,
    html,
    excerpt: title,
    author: null,
    imageUrl: null,
    enclosures: [],
    contentHash: contentHash(entry),
    claimedAt: null,
    publishedAt: null,
    foundAt,
    notBeforeAt: null,
    isInitial: false,
    shownAt: foundAt,
  }
}

/** A file as another reader exports it. */
export const fixture = (file: string) => readFileSync(path.resolve('tests/fixtures/imports', file))

/** Subscribes an account to an address; returns the source's id. */
export async function subscribeTo(database: Database, subscriberId: string, url: string): Promise<number> {
  const subscribed = await subscribe(
    database,
    subscriberId,
    { url, hostName: new URL(url).hostname },
    referenceAt,
  )
  if (typeof subscribed === 'string') throw new Error(subscribed)
  return subscribed.sourceId
}

/** Stores what a poll of the source brings. */
export async function arrive(
  database: Database,
  sourceId: number,
  ...brought: Parameters<typeof arrivingPosting>[0][]
): Promise<void> {
  const newPostings = brought.map((parts) => arrivingPosting(parts))
  await database.$transaction((transaction) =>
    storePostings(
      transaction,
      { sourceId, pollId: null, isFirst: false, newPostings, editedPostings: [], aliases: [] },
      () => referenceAt,
    ),
  )
}

/** The starred postings of the token's owner. */
export async function starred(token: string): Promise<Record<string, unknown>[]> {
  const { body } = await callRoute(token, { module: postings, query: '?starred=1&show=all' })
  return body['postings'] as Record<string, unknown>[]
}

/** The times at which an account's postings were starred, oldest first. */
export async function starTimes(database: Database, subscriberId: string): Promise<(string | undefined)[]> {
  const rows = await database.postingState.findMany({
    where: { subscriberId, starredAt: { not: null } },
    orderBy: { starredAt: 'asc' },
  })
  return rows.map((row) => row.starredAt?.toISOString())
}

/** A starred posting in an export of Google Reader, of a feed that nobody reads here. */
export const broughtItem = {
  title: 'From long ago',
  published: 1_300_000_000,
  crawlTimeMsec: '1300000001000',
  categories: ['user/-/state/com.google/starred'],
  canonical: [{ href: 'https://gone.example/ago' }],
  content: { content: '<p>Long <b>ago</b>.</p>' },
  origin: { streamId: 'feed/https://gone.example/feed', title: 'Gone', htmlUrl: 'https://gone.example/' },
}
