import { expect } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import type { Step } from './program-table.ts'
import type { ReaderApp } from './reader-app.ts'
import { withoutCut, type RecordedRequest } from './recorded-requests.ts'

/** The steps of a table of programs that a recorded request is a part of. */
export function stepsOf(recorded: RecordedRequest): Step[] {
  const url = new URL(recorded.url.replace(/^\/+/, '/'), 'http://localhost')
  const asked = new URLSearchParams([...url.searchParams, ...new URLSearchParams(withoutCut(recorded.body))])
  const is = (end: RegExp) => end.test(url.pathname)
  const tags = [...asked.getAll('a'), ...asked.getAll('r')].join(' ')
  const [mark, as] = ['mark', 'as'].map((name) => asked.get(name))
  const ac = is(/\/subscription\/edit$/) ? asked.get('ac') : null
  const isMarked = mark === 'item' || is(/\/edit-tag$/)
  const found: readonly (readonly [Step, boolean])[] = [
    ['sign-in', is(/\/ClientLogin$/) || asked.has('api_key')],
    ['first sync', is(/\/(items\/contents|stream\/contents|atom)\b/) || asked.has('items')],
    ['read', isMarked && (/\/read\b/.test(tags) || as === 'read' || as === 'unread')],
    ['star', isMarked && (/\/starred\b/.test(tags) || as === 'saved' || as === 'unsaved')],
    ['mark all', is(/\/mark-all-as-read$/) || mark === 'feed' || mark === 'group'],
    ['add', is(/\/(quickadd|import)$/) || ac === 'subscribe'],
    ['move', ac === 'edit' && (asked.has('a') || asked.has('r'))],
    ['remove', ac === 'unsubscribe'],
  ]
  return found.flatMap(([step, isPart]) => (isPart ? step : []))
}

type World = { readonly database: Database; readonly app: ReaderApp }

const labelPrefix = /^user\/[^/]+\/label\//
const statePrefix = /^user\/[^/]+\/state\/com\.google\//

/** Expects that what a recorded request asked for is so now: in the database, or in what the next program is told. */
export async function expectDone(world: World, recorded: RecordedRequest, place: string): Promise<void> {
  const url = new URL(recorded.url.replace(/^\/+/, '/'), 'http://localhost')
  const asked = new URLSearchParams([...url.searchParams, ...new URLSearchParams(withoutCut(recorded.body))])
  const [, act] =
    /\/(edit-tag|mark-all-as-read|subscription\/edit|rename-tag|disable-tag)$/.exec(url.pathname) ?? []
  if (asked.get('mark') === 'item') await expectMarked(world, asked, place)
  if (act === 'edit-tag') await expectTagged(world, asked, place)
  if (act === 'subscription/edit') await expectSubscribed(world, asked, place)
  if (act === 'rename-tag' || act === 'disable-tag') await expectRenamed(world, asked, place)
  if (act === 'mark-all-as-read' && !asked.has('ts')) await expectAllRead(world, asked, place)
}

/** Fever. */
async function expectMarked({ database }: World, asked: URLSearchParams, place: string): Promise<void> {
  const { isRead, isStarred } = await stateOf(database, Number(asked.get('id')))
  const as = asked.get('as') ?? ''
  const is = ['saved', 'unsaved'].includes(as) ? isStarred : isRead
  expect(is, place).toBe(['read', 'saved'].includes(as))
}

async function expectTagged({ database }: World, asked: URLSearchParams, place: string): Promise<void> {
  for (const id of asked.getAll('i').flatMap(numberIn)) {
    const { isRead, isStarred, labels } = await stateOf(database, id)
    const has = (tag: string) => {
      if (labelPrefix.test(tag)) return labels.includes(tag.replace(labelPrefix, ''))
      return { read: isRead, starred: isStarred }[tag.replace(statePrefix, '')]
    }
    const isSo = (tags: readonly string[], wanted: boolean) =>
      tags.filter((tag) => (has(tag) ?? wanted) !== wanted)
    expect([id, isSo(asked.getAll('a'), true), isSo(asked.getAll('r'), false)], place).toEqual([id, [], []])
  }
}

/** Of a posting: by its decimal number, or by 16 hexadecimal digits behind a prefix. */
function numberIn(id: string): number[] {
  if (/^\d+$/.test(id)) return [Number(id)]
  const [, digits] = /^tag:google\.com,2005:reader\/item\/([\da-f]{16})$/.exec(id) ?? []
  return digits === undefined ? [] : [Number.parseInt(digits, 16)]
}

async function stateOf(database: Database, id: number) {
  const state = await database.postingState.findFirst({ where: { postingId: BigInt(id) } })
  const labels = await database.postingLabel.findMany({
    where: { postingId: BigInt(id) },
    include: { label: true },
  })
  return {
    isRead: state?.isRead ?? false,
    isStarred: (state?.starredAt ?? null) !== null,
    labels: labels.map(({ label }) => label.name),
  }
}

async function expectSubscribed({ database }: World, asked: URLSearchParams, place: string): Promise<void> {
  const act = asked.get('ac')
  for (const [index, stream] of asked.getAll('s').entries()) {
    const name = stream.replace(/^feed\//, '')
    const source = /^\d+$/.test(name) ? { id: Number(name) } : { url: { endsWith: new URL(name).pathname } }
    const found = await database.subscription.findFirst({ where: { source }, include: { folder: true } })
    const title = asked.getAll('t')[index]
    const [added, removed] = [asked.get('a'), asked.get('r')].map((tag) => tag?.replace(labelPrefix, ''))
    expect(found !== null, place).toBe(act !== 'unsubscribe')
    if (found === null) continue
    if (title !== undefined) expect(found.title, place).toBe(title)
    if (added !== undefined) expect(found.folder?.name, place).toBe(added)
    else if (removed !== undefined) expect(found.folder?.name, place).not.toBe(removed)
  }
}

/** A tag that was renamed has its new name, and the old one is gone; so is one that was deleted. */
async function expectRenamed({ app }: World, asked: URLSearchParams, place: string): Promise<void> {
  const { body } = await app.get('tag/list?output=json')
  const names = (body['tags'] as { id: string }[]).map(({ id }) => id.replace(labelPrefix, ''))
  const [old, next] = [asked.get('s'), asked.get('dest')].map((tag) => tag?.replace(labelPrefix, ''))
  expect(names, place).not.toContain(old)
  if (next !== undefined) expect(names, place).toContain(next)
}

async function expectAllRead({ app }: World, asked: URLSearchParams, place: string): Promise<void> {
  for (const stream of asked.getAll('s')) {
    const { body } = await app.get(
      `stream/items/ids?output=json&n=1&xt=user/-/state/com.google/read&s=${encodeURIComponent(stream)}`,
    )
    expect(body['itemRefs'], place).toEqual([])
  }
}
