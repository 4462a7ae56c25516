import type { QueryClient } from '@tanstack/react-query'
import { mostAskedStates, type ToldState, type ToldStates } from '#lib/api/posting-states.ts'
import type { PostingChange, PostingDetail } from '#lib/api/postings.ts'
import { keys, stateMutation } from './keys.ts'
import { listCachedPostings, patchPostings } from './posting-cache.ts'
import { ApiFailure, request } from './request.ts'

/** How often something was told: an answer that something was told during may be older than that. */
let timesTold = 0
let isAsking = false

/**
 * Shows what became of postings wherever the cache has them, in their places. What this window is changing itself stays
 * as it is shown: its answer is still to come.
 */
export function takeStates(client: QueryClient, told: ToldStates): void {
  timesTold += 1
  if (told === 'many') void askStates(client)
  else patchStates(client, told)
}

/** Asks for what the cache has, until nothing was told meanwhile. Without an answer all stays as it is shown. */
async function askStates(client: QueryClient): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    for (let asOf = -1; asOf !== timesTold;) {
      asOf = timesTold
      const ids = cachedIds(client)
      for (let from = 0; from < ids.length; from += mostAskedStates) {
        const body = { ids: ids.slice(from, from + mostAskedStates) }
        const { states } = await request<{ readonly states: ToldState[] }>('POST', '/postings/states', {
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

type Shown = Omit<ToldState, 'ids'>

function patchStates(client: QueryClient, states: readonly ToldState[]): void {
  const changing = readChanging(client)
  for (const { ids, ...state } of states) {
    patchPostings(client, new Set(ids.filter((id) => !changing.has(id))), state)
    for (const id of ids) {
      const fields = changing.get(id)
      if (fields !== undefined) patchPostings(client, new Set([id]), without(state, fields))
    }
  }
}

/** Which fields of which postings this window is changing. */
function readChanging(client: QueryClient): ReadonlyMap<string, PostingChange> {
  const changing = new Map<string, PostingChange>()
  const pending = { mutationKey: stateMutation, status: 'pending' } as const
  for (const { state } of client.getMutationCache().findAll(pending)) {
    const { id, change, ids, isRead } = (state.variables ?? {}) as ChangeVariables
    for (const each of ids ?? (id === undefined ? [] : [id]))
      changing.set(each, { ...changing.get(each), ...(change ?? { isRead }) })
  }
  return changing
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
