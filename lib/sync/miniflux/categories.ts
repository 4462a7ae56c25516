import { ApiError } from '#lib/api/http/errors.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { countReaderSources, readReaderNames } from '#lib/store/sync/reader-sources.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { appNames, type AppNames } from '#lib/sync/greader/names.ts'
import { topId, topStream } from '#lib/sync/top-folder.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { json } from './answer.ts'
import { userNumber, type MinifluxCall } from './call.ts'

export type Category = {
  readonly id: number
  readonly title: string
  readonly user_id: number
  readonly hide_globally: boolean
}

/** A subscriber's categories: what is in no folder, then the folders by the names that all apps know them by. */
export type Categories = {
  readonly names: AppNames
  readonly all: readonly Category[]
  /** Null: there is none of this number. */
  readonly find: (id: number) => Category | null
  readonly ofFolder: (folderId: number | null) => Category
}

/** Reads what a subscriber's categories are called. */
export async function readCategories(call: MinifluxCall): Promise<Categories> {
  const names = appNames(await readReaderNames(call.database, subscriberOf(call)))
  const user_id = userNumber(call)
  const top = {
    id: topId,
    title: wordsOf(call.language, 'organising')('noFolder'),
    user_id,
    hide_globally: false,
  }
  const folders = names.all.flatMap(({ kind, id, name }) =>
    kind === 'folder' ? [{ id, title: name, user_id, hide_globally: false }] : [],
  )
  const byId = new Map([top, ...folders].map((category) => [category.id, category]))
  return {
    names,
    all: [...byId.values()],
    find: (id) => byId.get(id) ?? null,
    ofFolder: (folderId) => byId.get(folderId ?? topId) ?? top,
  }
}

/** The category that a call names. @throws ApiError not_found */
export function requireCategory(categories: Categories, id: number): Category {
  const category = categories.find(id)
  if (category === null) throw new ApiError('not_found', 'noFolder')
  return category
}

/** The folder that a category stands for; null: none. */
export function folderIdOf({ id }: Category): number | null {
  return id === topId ? null : id
}

/** The postings of a category, without those of muted sources, as in all doors. */
export async function categoryStream(call: MinifluxCall, category: Category): Promise<ReaderStream> {
  const id = folderIdOf(category)
  return id === null ? topStream(call) : { kind: 'folder', id }
}

/** The categories, where they are asked for with the numbers of their feeds and of what is unread. */
export async function listCategories(call: MinifluxCall): Promise<Response> {
  const { all } = await readCategories(call)
  if (!['true', '1'].includes(call.query.get('counts') ?? '')) return json(all)
  await waitForTurn(call.request, subscriberOf(call))
  const counts = await countReaderSources(call.database, subscriberOf(call))
  const byFolder = Map.groupBy(counts, ({ folderId }) => folderId ?? topId)
  const counted = all.map((category) => {
    const within = byFolder.get(category.id) ?? []
    const heard = within.filter(({ isMuted }) => !isMuted)
    const total_unread = heard.reduce((sum, { unread }) => sum + unread, 0)
    return { ...category, feed_count: within.length, total_unread }
  })
  return json(counted)
}
