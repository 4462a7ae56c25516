import type { DehydratedState } from '@tanstack/react-query'

/** Data that is shown until the browser has asked for it, however young it is. */
export function toBeAskedAgain(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }))
  return { ...state, queries }
}
