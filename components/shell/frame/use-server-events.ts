import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMe } from '#lib/queries/accounts/account.ts'
import { hear } from '#lib/queries/events/events.ts'

/** The wait until the program that hears is asked for again. */
const loadAgainMs = 10_000

/**
 * Keeps this window in step with the server, for the frame of the signed-in pages, from where the page stands (null:
 * unknown). What does so is loaded after the page: what is told meanwhile is heard first.
 */
export function useServerEvents(since: string | null): void {
  const client = useQueryClient()
  const accountId = useMe().data?.id
  useEffect(() => {
    if (accountId === undefined) return
    let leave = () => {}
    let retry: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const load = () => {
      import('./after-page.ts').then(
        ({ hearEvents }) => {
          if (!isLeft) leave = hearEvents(accountId, (heard) => hear(client, heard), since)
        },
        () => {
          if (!isLeft) retry = setTimeout(load, loadAgainMs)
        },
      )
    }
    load()
    return () => {
      isLeft = true
      clearTimeout(retry)
      leave()
    }
  }, [client, accountId, since])
}
