import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keys, stateMutation } from './keys.ts'
import { ApiFailure } from './request.ts'
import { leaveSignedOut } from './signed-out.ts'

const maxRetries = 2
/** Whoever asks too much in a minute waits for the next one; what takes longer is said at once. */
const longestWaitMs = 60_000

/**
 * A cache with our defaults: data is fresh for half a minute, and only failures that may pass are tried again.
 * Marks that come too fast wait, and are shown meanwhile as they are meant: none is lost. A page of somebody whose session was ended is left.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // Where nobody was signed in, there is nothing to leave.
    const isEnded = error instanceof ApiFailure && error.code === 'not_signed_in'
    if (isEnded && client.getQueryData(keys.me) !== undefined) void leaveSignedOut()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Without a network the service worker answers from what it kept.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries && (mayPass(error) || isTooFast(error)),
        retryDelay,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  client.setMutationDefaults(stateMutation, {
    retry: (failures, error) => failures < maxRetries && isTooFast(error),
    retryDelay,
  })
  return client
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && ['unreachable', 'unavailable', 'internal'].includes(error.code)
}

function isTooFast(error: unknown): error is ApiFailure & { readonly retryAfterMs: number } {
  if (!(error instanceof ApiFailure) || error.code !== 'too_many_requests') return false
  return error.retryAfterMs !== null && error.retryAfterMs <= longestWaitMs
}

/** As React Query waits by itself: a second, and twice as long. */
function retryDelay(failures: number, error: unknown): number {
  return isTooFast(error) ? error.retryAfterMs : 1000 * 2 ** failures
}
