import { z } from 'zod'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody } from '#lib/api/http/route.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { changeFolder, createFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { folderPlaceOf } from '#lib/sync/greader/greader-tags.ts'
import { done, json } from './answer.ts'
import { invalid, type MinifluxCall } from './call.ts'
import { folderIdOf, readCategories, requireCategory, type Category } from './categories.ts'
import { longestName } from '#lib/text/names.ts'

const title = z.string().trim().min(1)

/** Makes a folder at the top. */
export async function createCategory(call: MinifluxCall): Promise<Response> {
  const { title: name } = await readBody(call.request, z.object({ title: title.max(longestName.folder) }))
  const { all } = await readCategories(call)
  if (all.some((category) => category.title === name)) throw taken(name)
  const made = await createFolder(call.database, subscriberOf(call), { name })
  if (typeof made === 'string') throw refused(made, name)
  return json(requireCategory(await readCategories(call), made.id), 201)
}

/** Renames a folder, which may stand in another. */
export async function changeCategory(call: MinifluxCall): Promise<Response> {
  const categories = await readCategories(call)
  const category = requireCategory(categories, call.ids[0])
  const { title: name } = await readBody(call.request, z.object({ title: title.nullish() }))
  if (typeof name !== 'string' || name === category.title.trim()) return json(category, 201)
  // A folder in others is called by its path, of which only the end is its name.
  const path = category.title.slice(0, category.title.lastIndexOf('/') + 1)
  const ownName = name.startsWith(path) ? name.slice(path.length) : name
  if (ownName.length > longestName.folder) throw invalid(call, 'title')
  const id = ownFolder(call, category)
  if (categories.all.some((other) => other.title === name)) throw taken(name)
  const place = folderPlaceOf(categories.names, { name: category.title }, name)
  const changed = await changeFolder(call.database, subscriberOf(call), id, place)
  if (typeof changed === 'string') throw refused(changed, name)
  return json(requireCategory(await readCategories(call), id), 201)
}

/** Ends a folder. Its feeds stay, in the folder around it or in none; those of Miniflux would go. */
export async function removeCategory(call: MinifluxCall): Promise<Response> {
  const category = requireCategory(await readCategories(call), call.ids[0])
  await deleteFolder(call.database, subscriberOf(call), ownFolder(call, category))
  return done()
}

/** @throws ApiError invalid_input for what is in no folder, which has no name and no end */
function ownFolder(call: MinifluxCall, category: Category): number {
  const id = folderIdOf(category)
  if (id === null) throw invalid(call, 'category_id')
  return id
}

function refused(refusal: string, name: string): ApiError {
  return refusal === 'too-many'
    ? new ApiError('conflict', 'foldersFull', { values: { most: mostOf('folders') } })
    : taken(name)
}

function taken(name: string): ApiError {
  return new ApiError('conflict', 'folderExists', { field: 'title', values: { name } })
}
