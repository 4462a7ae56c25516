import { changeFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import { deleteLabel, mergeLabels, renameLabel } from '#lib/store/organising/labels.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import type { AppNames, Named } from './names.ts'
import { lookUpStreams, refuseMany } from './stream-lookup.ts'
import { parseStreamId } from './stream-id.ts'
import { ok, refusal } from '#lib/sync/sync-answer.ts'
import { cutName } from '#lib/text/names.ts'

/** Renames a folder or label; into a name that another one of its kind has, it goes into that one. */
export async function renameTag(call: SyncCall): Promise<Response> {
  const { parameters } = call
  const from = nameIn(parameters.one('s') ?? `user/-/label/${parameters.one('t') ?? ''}`)
  const to = nameIn(parameters.one('dest') ?? '')
  if (to === null) throw refusal(400, 'Bad Request: dest is no label')
  const { names } = await lookUpStreams(call, ['user/-/label/-'])
  const tag = from === null ? null : names.find(from)
  if (tag === null || tag.name === to) return ok()
  const renamed =
    tag.kind === 'folder' ? await renameFolder(call, names, tag, to) : await relabel(call, names, tag, to)
  if (!renamed) throw refusal(400, 'Bad Request: it cannot have this name')
  return ok()
}

async function renameFolder(call: SyncCall, names: AppNames, tag: Named, to: string): Promise<boolean> {
  const { database } = call
  const other = names.find(to)
  if (other?.kind === 'folder')
    return (await mergeFolders(database, subscriberOf(call), tag.id, other.id)) === 'merged'
  const place = folderPlaceOf(names, tag, to)
  const changed = await changeFolder(database, subscriberOf(call), tag.id, place)
  return typeof changed !== 'string'
}

/** Apps name a folder in another by its path: what keeps the path stays there, anything else is a name at the top. */
export function folderPlaceOf(
  names: AppNames,
  tag: Pick<Named, 'name'>,
  to: string,
): { readonly name: string; readonly parentId?: null } {
  const parent = tag.name.slice(0, Math.max(0, tag.name.lastIndexOf('/')))
  const isInside = parent !== '' && names.find(parent)?.kind === 'folder'
  if (!isInside) return { name: cutName(to, 'folder') }
  const rest = to.startsWith(`${parent}/`) ? to.slice(parent.length + 1).trim() : ''
  return rest === '' ? { name: cutName(to, 'folder'), parentId: null } : { name: cutName(rest, 'folder') }
}

async function relabel(call: SyncCall, names: AppNames, tag: Named, to: string): Promise<boolean> {
  const { database } = call
  const other = names.find(to)
  if (other?.kind === 'label') return mergeLabels(database, subscriberOf(call), tag.id, other.id)
  const renamed = await renameLabel(database, subscriberOf(call), tag.id, cutName(to, 'label'))
  return typeof renamed !== 'string'
}

/** Ends folders and labels; the sources of a folder stay. */
export async function disableTags(call: SyncCall): Promise<Response> {
  const { parameters, database } = call
  const ids = [...parameters.all('s'), ...parameters.all('t').map((name) => `user/-/label/${name}`)]
  refuseMany(ids)
  const { names } = await lookUpStreams(call, ['user/-/label/-'])
  for (const id of new Set(ids)) {
    const name = nameIn(id)
    const tag = name === null ? null : names.find(name)
    if (tag?.kind === 'folder') await deleteFolder(database, subscriberOf(call), tag.id)
    if (tag?.kind === 'label') await deleteLabel(database, subscriberOf(call), tag.id)
  }
  return ok()
}

function nameIn(id: string): string | null {
  const stream = parseStreamId(id)
  return stream.kind === 'name' && stream.name.trim() !== '' ? stream.name.trim() : null
}
