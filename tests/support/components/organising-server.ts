import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type {
  AssignLabelRequest,
  LabelItem,
  OrganisingSettings,
  SubscriptionsChange,
} from '#lib/api/organising/organising.ts'
import type { FolderChange, FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { emptyDay, postingsOf, serveReading, type ReadingServer } from './reading-server.ts'
import { subscription } from './sample-answers.ts'
import type { Routes } from './stand-in-server.ts'

export type Organised = {
  readonly subscriptions: readonly SubscriptionItem[]
  readonly folders: readonly FolderItem[]
  readonly labels: readonly LabelItem[]
  readonly settings: OrganisingSettings
}

/** Three sources with two postings each: the first in Coast, the others without a folder. */
export function threeOrganised(): Organised {
  return {
    subscriptions: [
      subscription(1, 'Harbour Gazette', { folderId: 7 }),
      subscription(2, 'Rail Weekly'),
      subscription(3, 'Field & Fen'),
    ],
    folders: [folder(7, 'Coast', 0), folder(8, 'Machines', 1)],
    labels: [],
    settings: { order: 'name', shown: 'all' },
  }
}

export function folder(id: number, name: string, position: number): FolderItem {
  return { id, name, position, parentId: null }
}

/**
 * Stands in for the server behind the tree of folders, which keeps what is moved, muted, merged and left. What the real one does by
 * the same requests is tested in tests/api/organising/organising.test.ts.
 */
export function serveOrganising(
  start: Organised,
  postings = start.subscriptions.flatMap((each) => postingsOf(each, 2)),
  others: Routes = {},
): ReadingServer & { readonly now: () => Organised } {
  let now = start
  const ended = new Map<number, SubscriptionItem>()
  const set = (change: Partial<Organised>) => {
    now = { ...now, ...change }
  }
  const changeSubscriptions = (ids: readonly number[], parts: (each: SubscriptionItem) => object) =>
    set({
      subscriptions: now.subscriptions.map((each) =>
        ids.includes(each.id) ? { ...each, ...parts(each) } : each,
      ),
    })
  const changeFolders = (ids: readonly number[], parts: (each: FolderItem) => object) =>
    set({ folders: now.folders.map((each) => (ids.includes(each.id) ? { ...each, ...parts(each) } : each)) })
  /** The things in a folder go into another one, or to the top. */
  const empty = (id: number, into: number | null) => {
    const inside = now.subscriptions.filter(({ folderId }) => folderId === id).map((each) => each.id)
    changeSubscriptions(inside, () => ({ folderId: into }))
    const folders = now.folders.filter(({ parentId }) => parentId === id).map((each) => each.id)
    changeFolders(folders, () => ({ parentId: into }))
    set({ folders: now.folders.filter((each) => each.id !== id) })
  }
  const counts = (): UnreadCounts => {
    const unread = postings.filter(({ isRead }) => !isRead)
    const of = (each: SubscriptionItem) => unread.filter(({ sourceId }) => sourceId === each.sourceId).length
    const sum = (those: readonly SubscriptionItem[]) => those.reduce((all, each) => all + of(each), 0)
    const heard = now.subscriptions.filter(({ isMuted }) => !isMuted)
    const inFolder = (id: number): number =>
      sum(heard.filter(({ folderId }) => folderId === id)) +
      now.folders.filter(({ parentId }) => parentId === id).reduce((all, each) => all + inFolder(each.id), 0)
    return {
      all: sum(heard.filter(({ isApart }) => !isApart)),
      starred: 0,
      later: 0,
      byLabel: {},
      bySource: Object.fromEntries(now.subscriptions.map((each) => [each.sourceId, of(each)])),
      byFolder: Object.fromEntries(now.folders.map(({ id }) => [id, inFolder(id)])),
    }
  }
  const server = serveReading(
    { subscriptions: start.subscriptions, postings, folders: start.folders },
    {
      'GET /subscriptions': () => ({ subscriptions: now.subscriptions }),
      'GET /folders': () => ({ folders: now.folders }),
      'GET /labels': () => ({ labels: now.labels }),
      'GET /organising': () => now.settings,
      'PATCH /organising': ({ body }) => {
        set({ settings: { ...now.settings, ...(body as Partial<OrganisingSettings>) } })
        return now.settings
      },
      'GET /counts': counts,
      'GET /counts/all': () => ({ counts: counts(), fresh: { unread: 0 }, day: emptyDay() }),
      'POST /subscriptions/change': ({ body }) => {
        const { ids, ...parts } = body as SubscriptionsChange
        changeSubscriptions(ids, () => parts)
        return { changed: ids.length }
      },
      'POST /subscriptions/end': ({ body }) => {
        const { ids } = body as { ids: number[] }
        for (const each of now.subscriptions) if (ids.includes(each.id)) ended.set(each.id, each)
        set({ subscriptions: now.subscriptions.filter(({ id }) => !ids.includes(id)) })
        return { ended: ids.length }
      },
      'POST /subscriptions/restore': ({ body }) => {
        const { ids } = body as { ids: number[] }
        set({ subscriptions: [...now.subscriptions, ...ids.flatMap((id) => ended.get(id) ?? [])] })
        return { restored: ids.length }
      },
      'POST /subscriptions/arrange': ({ body }) => {
        const { ids, folderId } = body as { ids: number[]; folderId: number | null }
        const rest = now.subscriptions.filter((each) => each.folderId === folderId && !ids.includes(each.id))
        const order = [...ids, ...rest.toSorted((a, b) => a.position - b.position).map(({ id }) => id)]
        changeSubscriptions(order, ({ id }) => ({ folderId, position: order.indexOf(id) }))
      },
      'POST /folders': ({ body }) => {
        const { name } = body as { name: string }
        const made = folder(100 + now.folders.length, name, now.folders.length)
        set({ folders: [...now.folders, made] })
        return made
      },
      'PATCH /folders/:id': ({ id, body }) => {
        changeFolders([Number(id)], () => body as FolderChange)
        return now.folders.find((each) => String(each.id) === id)
      },
      'POST /folders/:id/merge': ({ id, body }) => empty(Number(id), (body as { intoId: number }).intoId),
      'DELETE /folders/:id': ({ id }) => {
        empty(Number(id), null)
        return { views: [], alerts: [] }
      },
      'POST /labels': ({ body }) => {
        const made = {
          ...(body as { name: string }),
          id: now.labels.length + 1,
          subscriptions: 0,
          postings: 0,
        }
        set({ labels: [...now.labels, made] })
        return made
      },
      'POST /labels/:id/assign': ({ id, body }) => {
        const { subscriptionIds = [], isOn } = body as Partial<AssignLabelRequest>
        changeSubscriptions(subscriptionIds, () => ({ labelIds: isOn ? [Number(id)] : [] }))
        return { changed: subscriptionIds.length }
      },
      'PATCH /subscriptions/:id': ({ id, body }) => {
        const { ownTitle } = body as { ownTitle?: string | null }
        changeSubscriptions([Number(id)], ({ sourceTitle }) => ({
          ...(body as object),
          ...(ownTitle === undefined ? {} : { title: ownTitle ?? sourceTitle }),
        }))
        return now.subscriptions.find((each) => String(each.id) === id)
      },
      ...others,
    },
  )
  return { ...server, now: () => now }
}
