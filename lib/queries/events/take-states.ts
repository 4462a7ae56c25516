import type { QueryClient } from '@tanstack/react-query'
import type { PostingChange, PostingDetail, StateGroup, StateGroups } from '#lib/api/postings/postings.ts'
import { keys, stateMutation } from '#lib/queries/requests/keys.ts'
import { findCachedPosting, listCachedPostings, patchPostings } from '#lib/queries/postings/posting-cache.ts'
import { ApiFailure, request } from '#lib/queries/requests/request.ts'
import { mostAskedStates } from '#lib/api/parts/limits.ts'

/** The number of times that something was told: an answer that something was told during may be older than that. */
let timesTaken = 0
let isAsking = false

/**
 * Shows what became of postings wherever the cache has them, in their places. What this window is changing itself stays
 * as it is shown: its answer is still to come.
 * @returns whether all of it is what this window did itself, and shows already
 */
export function takeStates(client: QueryClient, told: StateGroups): boolean {
  timesTaken += 1
  const isOwn = told !== 'many' && isOwnEcho(client, told)
  if (told === 'many') void askStates(client)
  else patchStates(client, told)
  return isOwn
}

/** Longer than the way of an act to the server and of what that tells all windows. */
const rememberedMs = 60_000

function isOwnEcho(client: QueryClient, told: readonly StateGroup[]): boolean {
  const acts = client.getMutationCache().findAll({ mutationKey: stateMutation })
  const own = new Set(
    acts
      .filter(({ state }) => state.status !== 'error' && state.submittedAt > Date.now() - rememberedMs)
      .flatMap(({ state }) => idsOf(state.variables)),
  )
  return told.every(({ ids, isRead, isStarred, isLater }) =>
    ids.every((id) => {
      const shown = findCachedPosting(client, id)
      if (shown === null || !own.has(id)) return false
      return shown.isRead === isRead && shown.isStarred === isStarred && shown.isLater === isLater
    }),
  )
}

/** Asks for what the cache has, until nothing was told meanwhile. Without an answer all stays as it is shown. */
async function askStates(client: QueryClient): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    for (let asOf = -1; asOf !== timesTaken;) {
      asOf = timesTaken
      const ids = cachedIds(client)
      for (let from = 0; from < ids.length; from += mostAskedStates) {
        const body = { ids: ids.slice(from, from + mostAskedStates) }
        const { states } = await request<{ readonly states: StateGroup[] }>('POST', '/postings/states', {
          body,
        })
        patchStates(client, states)
      }
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error // offline, or signed out: the connection that comes back asks again
  } finally {
    isAsking = false
  }
}

function cachedIds(client: QueryClient): readonly string[] {
  const open = client.getQueriesData<PostingDetail>({ queryKey: keys.postingDetails })
  const details = open.flatMap(([, detail]) => detail?.id ?? [])
  return [...new Set([...details, ...listCachedPostings(client).map(({ id }) => id)])]
}

type Shown = Omit<StateGroup, 'ids'>

function patchStates(client: QueryClient, states: readonly StateGroup[]): void {
  const changing = readChanging(client)
  for (const { ids, ...state } of states) {
    patchPostings(client, new Set(ids.filter((id) => !changing.has(id))), state)
    for (const id of ids) {
      const fields = changing.get(id)
      if (fields !== undefined) patchPostings(client, new Set([id]), without(state, fields))
    }
  }
}

/** The fields of postings that this window is changing. */
function readChanging(client: QueryClient): ReadonlyMap<string, PostingChange> {
  const changing = new Map<string, PostingChange>()
  const pending = { mutationKey: stateMutation, status: 'pending' } as const
  for (const { state } of client.getMutationCache().findAll(pending)) {
    const { change, isRead } = (state.variables ?? {}) as ChangeVariables
    for (const each of idsOf(state.variables))
      changing.set(each, { ...changing.get(each), ...(change ?? { isRead }) })
  }
  return changing
}

function idsOf(variables: unknown): readonly string[] {
  const { id, ids } = (variables ?? {}) as ChangeVariables
  return ids ?? (id === undefined ? [] : [id])
}

/** Of useChangePosting and useChangePostings. */
type ChangeVariables = {
  readonly id?: string
  readonly change?: PostingChange
  readonly ids?: readonly string[]
  readonly isRead?: boolean
}

function without(state: Shown, fields: PostingChange): Partial<Shown> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !(name in fields)))
}
