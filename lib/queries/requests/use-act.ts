'use client'

import {
  MutationObserver,
  useQueryClient,
  type MutateOptions,
  type MutationObserverOptions,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

/**
 * As `useMutation`, for acts whose progress nobody draws: beginning and ending one draws nothing anew. With each key of a
 * reader a posting is marked, and the whole screen was drawn twice for it.
 */
export function useAct<Data, Variables, Context>(
  options: MutationObserverOptions<Data, Error, Variables, Context>,
) {
  type Each = MutateOptions<Data, Error, Variables, Context>
  const client = useQueryClient()
  const [observer] = useState(() => new MutationObserver(client, options))
  useEffect(() => observer.setOptions(options), [observer, options])
  // What is given to `mutate` is called only while somebody listens.
  useEffect(() => observer.subscribe(() => undefined), [observer])
  return useMemo(() => {
    const mutateAsync = (variables: Variables, each?: Each) => observer.mutate(variables, each)
    return {
      mutateAsync,
      mutate: (variables: Variables, each?: Each) => {
        mutateAsync(variables, each).catch(() => undefined) // `onError` is told of it
      },
    }
  }, [observer])
}
