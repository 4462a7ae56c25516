import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { ApiFailure } from './request.ts'
import { leaveSignedOut } from './signed-out.ts'

const maxRetries = 2

/**
 * A cache with our defaults: data is fresh for half a minute, and only failures that may pass are tried again.
 * A page of somebody whose session was ended is left.
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
        retry: (failures, error) => failures < maxRetries && mayPass(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && ['unreachable', 'unavailable', 'internal'].includes(error.code)
}
