import type { Database } from '#lib/store/connection/database.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { tendParts } from '#lib/store/partitions/partitions.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import type { Answered } from '#tests/support/api/ask.ts'
import type { ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addSubscription } from './reading.ts'

/** Everything that a stream of a reader app can depend on, small enough to be worked out by hand. */
export type ReaderWorld = {
  readonly subscriberId: string
  readonly postings: readonly {
    readonly id: bigint
    readonly sourceId: number
    readonly foundAt: number
  }[]
  /** In this order: News, Old/Deep, none, muted in News, left (starred there). */
  readonly sourceIds: readonly number[]
  readonly labelId: number
}

const minuteMs = 60_000

/**
 * Five sources with postings found a minute apart, turn by turn: one in folder News, one in Deep inside Old, one in none that has
 * the label Whole, one muted in News, one that was left. States are drawn.
 */
export async function makeReaderWorld(
  database: Database,
  subscriberId: string,
  { rounds, startAt, random }: { rounds: number; startAt: number; random: () => number },
): Promise<ReaderWorld> {
  const folder = async (name: string, parentId: number | null) => {
    const made = await createFolder(database, subscriberId, { name, parentId })
    if (typeof made === 'string') throw new Error(made)
    return made.id
  }
  const news = await folder('News', null)
  const deep = await folder('Deep', await folder('Old', null))
  const label = await createLabel(database, subscriberId, 'Whole')
  if (typeof label === 'string') throw new Error(label)
  const added = []
  for (const name of ['one', 'two', 'three', 'muted', 'left'])
    added.push(await addSubscription(database, subscriberId, `${name}-${subscriberId}`))
  const [one, two, three, muted, left] = added as Required<typeof added>
  const place = (subscription: typeof one, data: object) =>
    database.subscription.update({ where: { id: subscription?.subscriptionId ?? 0 }, data })
  await place(one, { folderId: news })
  await place(two, { folderId: deep })
  await place(muted, { folderId: news, isMuted: true })
  const wanted = { isOn: true, postingIds: [], subscriptionIds: [three?.subscriptionId ?? 0] }
  await assignLabel(database, subscriberId, label.id, wanted, startAt)
  const postings: { id: bigint; sourceId: number; foundAt: number }[] = []
  for (let n = 0; n < rounds * added.length; n += 1) {
    const { sourceId } = added[n % added.length] ?? { sourceId: 0 }
    const foundAt = startAt + n * minuteMs
    // Others' postings stand between: pages are looked for in spans of numbers.
    const others = Math.floor(10 ** (random() * 7))
    await database.$executeRaw`SELECT setval('posting_id_seq', nextval('posting_id_seq') + ${others}::bigint)`
    if (others > 1_000_000 || n % 10 === 0) await tendParts(database, startAt) // as the aggregator does each minute
    const [id = 0n] = await addPostings(database, sourceId, [{ foundAt, shownAt: foundAt }])
    postings.push({ id, sourceId, foundAt })
  }
  const draw = (share: number) => postings.filter(() => random() < share).map(({ id }) => id)
  const change = (ids: bigint[], states: object) =>
    changePostings(database, subscriberId, ids, states, startAt)
  for (const subscription of added)
    await place(subscription, {
      readThrough: postings[Math.floor(random() * postings.length)]?.id ?? 0n,
    })
  await change(draw(0.3), { isRead: true })
  await change(draw(0.2), { isRead: false })
  await change(draw(0.15), { isStarred: true })
  const labelled = { isOn: true, subscriptionIds: [], postingIds: draw(0.1).map(String) }
  await assignLabel(database, subscriberId, label.id, labelled, startAt)
  await database.subscription.delete({ where: { id: left?.subscriptionId ?? 0 } })
  await database.postingState.updateMany({
    where: { subscriberId, sourceId: left?.sourceId ?? 0, isRead: false },
    data: { isRead: null },
  })
  return {
    subscriberId,
    postings,
    sourceIds: added.map(({ sourceId }) => sourceId),
    labelId: label.id,
  }
}

/**
 * The postings that are in a stream, or pass it where others are narrowed by it, worked out from the rows without any of the queries that are
 * tried.
 */
export async function membersOf(
  database: Database,
  world: ReaderWorld,
): Promise<(stream: string, narrows?: 'narrows') => Set<bigint>> {
  const { subscriberId } = world
  const subscriptions = await database.subscription.findMany({ where: { subscriberId } })
  const states = await database.postingState.findMany({ where: { subscriberId } })
  const labelled = await database.postingLabel.findMany({ where: { subscriberId } })
  const bySource = new Map(subscriptions.map((each) => [each.sourceId, each]))
  const byPosting = new Map(states.map((each) => [each.postingId, each]))
  const [one = 0, two = 0, three = 0] = world.sourceIds
  const heard = (sourceId: number) => bySource.get(sourceId)?.isMuted === false
  const isRead = ({ id, sourceId }: { id: bigint; sourceId: number }) =>
    byPosting.get(id)?.isRead ?? id <= (bySource.get(sourceId)?.readThrough ?? id)
  const tests: Record<string, (posting: { id: bigint; sourceId: number }) => boolean> = {
    'user/-/state/com.google/reading-list': ({ sourceId }) => heard(sourceId),
    'user/-/state/com.google/read': (posting) => heard(posting.sourceId) && isRead(posting),
    'user/-/state/com.google/unread': (posting) => heard(posting.sourceId) && !isRead(posting),
    'user/-/state/com.google/starred': ({ id }) => (byPosting.get(id)?.starredAt ?? null) !== null,
    'user/-/state/com.google/kept-unread': ({ id }) => byPosting.get(id)?.isRead === false,
    'user/-/label/News': ({ sourceId }) => sourceId === one,
    'user/-/label/Old/Deep': ({ sourceId }) => sourceId === two,
    'user/-/label/Whole': ({ id, sourceId }) =>
      sourceId === three || labelled.some((each) => each.postingId === id),
    'user/-/state/com.google/like': () => false,
    // What one left is no stream any more, whatever is starred there.
    ...Object.fromEntries(
      world.sourceIds.map((sourceId) => [
        `feed/${sourceId}`,
        (posting: { sourceId: number }) => posting.sourceId === sourceId && bySource.has(sourceId),
      ]),
    ),
  }
  // Muted sources and those that were left have read postings, too, though they stand in no list of all.
  const narrowing: typeof tests = {
    'user/-/state/com.google/read': isRead,
    'user/-/state/com.google/unread': (posting) => !isRead(posting),
  }
  return (stream, narrows) => {
    const isIn = (narrows && narrowing[stream]) ?? tests[stream]
    return new Set(world.postings.filter((posting) => isIn?.(posting) === true).map(({ id }) => id))
  }
}

/** All numbers of a stream, by continuation to its end. */
export async function readAll(
  app: ReaderApp,
  query: string,
  n: number,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly ids: bigint[]; readonly pages: number }> {
  const ids: bigint[] = []
  let continuation = ''
  for (let pages = 1; ; pages += 1) {
    const answer: Answered = await app.get(`stream/items/ids?${query}&n=${n}${continuation}`)
    const refs = answer.body['itemRefs'] as { id: string }[]
    ids.push(...refs.map(({ id }) => BigInt(id)))
    const next = answer.body['continuation']
    if (next === undefined) return { ids, pages }
    if (pages === 1_000) throw new Error('The stream has no last page.')
    if (typeof next !== 'string' || refs.length !== n) throw new Error('A page before the last is not full.')
    continuation = `&c=${next}`
    await between()
  }
}
