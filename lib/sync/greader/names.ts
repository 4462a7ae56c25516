import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import type { ReaderNames } from '#lib/store/sync/reader-sources.ts'
import type { StreamId } from './stream-id.ts'

/** A folder or label by the name that apps know it by. */
export type Named = { readonly kind: 'folder' | 'label'; readonly id: number; readonly name: string }

/** The apps' names for a subscriber's folders and labels. Each name stands for one of them. */
export type AppNames = {
  /** Folders, then labels. */
  readonly all: readonly Named[]
  readonly find: (name: string) => Named | null
  readonly folderName: (id: number | null) => string | null
  readonly labelNames: (ids: readonly number[]) => string[]
}

/**
 * Apps know no folders in folders: one inside goes by its path, "News/Science". A name that two have is the folder's
 * before the label's, the older one's before the other's, which gets its number behind it.
 */
export function appNames({ folders, labels }: ReaderNames): AppNames {
  const rowOf = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (id: number): string => {
    const names: string[] = []
    let at = rowOf.get(id)
    for (let depth = 0; at !== undefined && depth < folders.length; depth += 1) {
      names.unshift(at.name)
      at = at.parentId === null ? undefined : rowOf.get(at.parentId)
    }
    return names.join('/')
  }
  const byName = new Map<string, Named>()
  const add = (kind: Named['kind'], id: number, wanted: string) => {
    let name = wanted
    for (let n = 2; byName.has(name); n += 1) name = `${wanted} (${n})`
    byName.set(name, { kind, id, name })
  }
  for (const { id } of folders) add('folder', id, pathOf(id))
  for (const { id, name } of labels) add('label', id, name)
  const all = [...byName.values()]
  const nameOf = new Map(all.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return {
    all,
    find: (name) => byName.get(name) ?? null,
    folderName: (id) => (id === null ? null : (nameOf.get(`folder ${id}`) ?? null)),
    labelNames: (ids) => ids.flatMap((id) => nameOf.get(`label ${id}`) ?? []),
  }
}

/** The stream that an id stands for; names and addresses that the subscriber has not are empty streams. */
export function readerStream(
  id: StreamId,
  names: AppNames,
  sourceByUrl: ReadonlyMap<string, number>,
): ReaderStream {
  switch (id.kind) {
    case 'name': {
      const named = names.find(id.name)
      return named === null ? { kind: 'nothing' } : { kind: named.kind, id: named.id }
    }
    case 'number':
      return { kind: 'source', id: id.id }
    case 'url': {
      const sourceId = sourceByUrl.get(id.url)
      return sourceId === undefined ? { kind: 'nothing' } : { kind: 'source', id: sourceId }
    }
    default:
      return { kind: id.kind }
  }
}
