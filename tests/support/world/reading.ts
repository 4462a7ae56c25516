import type { Database } from '#lib/store/connection/database.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

/** An account of a proved address, without password; returns its id. */
export async function addReader(database: Database, name: string): Promise<string> {
  const user = await database.user.create({
    data: { id: `reader-${name}`, name, email: `${name}@example.org`, emailVerified: true },
  })
  return user.id
}

/** Subscribes a reader to `https://<name>.example/feed`, which is made when it is new. */
export async function addSubscription(
  database: Database,
  subscriberId: string,
  name: string,
  options: { readonly folderName?: string; readonly now?: number } = {},
): Promise<{ readonly subscriptionId: number; readonly sourceId: number }> {
  const address = { url: `https://${name}.example/feed`, hostName: `${name}.example` }
  const { now = referenceAt, folderName = null } = options
  const subscribed = await subscribe(database, subscriberId, { ...address, folderName }, now)
  if (typeof subscribed === 'string') throw new Error(subscribed)
  return subscribed
}

export type TestPosting = {
  readonly shownAt?: number
  readonly title?: string
  readonly claimedAt?: number | null
  readonly publishedAt?: number | null
  readonly foundAt?: number
  readonly notBeforeAt?: number | null
  readonly isInitial?: boolean
}

let lastKey = 0

/** Stores postings of a source in this order; returns their ids, rising. */
export async function addPostings(
  database: Database,
  sourceId: number,
  postings: readonly TestPosting[],
): Promise<bigint[]> {
  const rows = await database.posting.createManyAndReturn({
    data: postings.map((posting) => rowOf(sourceId, posting)),
    select: { id: true, key: true, foundAt: true },
  })
  await database.postingAlias.createMany({
    data: rows.map(({ id, key, foundAt }) => ({ sourceId, key, foundAt, postingId: id })),
  })
  return rows.map((row) => row.id)
}

function rowOf(sourceId: number, posting: TestPosting) {
  lastKey += 1
  const shownAt = posting.shownAt ?? referenceAt
  return {
    key: `key-${lastKey}`,
    title: posting.title ?? `Posting ${lastKey}`,
    url: `https://example.org/${lastKey}`,
    html: '<p>Text</p>',
    excerpt: 'Text',
    contentHash: 'hash',
    claimedAt: dateOf(posting.claimedAt ?? null),
    publishedAt: dateOf(posting.publishedAt ?? null),
    foundAt: new Date(posting.foundAt ?? shownAt),
    notBeforeAt: dateOf(posting.notBeforeAt ?? null),
    isInitial: posting.isInitial ?? false,
    shownAt: new Date(shownAt),
    sourceId,
  }
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}
