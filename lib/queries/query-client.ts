import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './request.ts'

const maxRetries = 2

/** A cache with our defaults: data is fresh for half a minute, and only failures that may pass are tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && ['unreachable', 'unavailable', 'internal'].includes(error.code)
}
