import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { IntegrationRequest } from '#lib/api/integrations/integration-fields.ts'
import type {
  IntegrationChange,
  IntegrationItem,
  IntegrationTest,
  SendItem,
  SendPage,
} from '#lib/api/integrations/integrations.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Not in keys.ts, which the reading page loads at once: its script has no byte to spare. */
const integrationsKey = ['integrations']
const sendsKey = ['integrations', 'sends']
/** The waiting messages are sent within seconds. */
const sendsEveryMs = 2_000

type Integrations = { readonly integrations: readonly IntegrationItem[] }

/** The services that postings can be sent to, by name. */
export function integrationsQuery() {
  return queryOptions({
    queryKey: integrationsKey,
    queryFn: async ({ signal }) =>
      (await request<Integrations>('GET', '/integrations', { signal })).integrations,
  })
}

export function useIntegrations() {
  return useQuery(integrationsQuery())
}

/** The articles sent and what became of them, newest first; looked at again while something waits. */
export function useSends() {
  return useInfiniteQuery({
    queryKey: sendsKey,
    queryFn: ({ signal, pageParam }) =>
      request<SendPage>('GET', '/integrations/sends', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ sends }) => sends.some(({ state }) => state === 'waiting')) ? sendsEveryMs : false,
  })
}

/** Adds an integration, or changes that with an id. */
export function useSaveIntegration() {
  return useIntegrationChange((wanted: Wanted) =>
    wanted.id === null
      ? make<IntegrationItem>('/integrations', wanted.integration)
      : request<IntegrationItem>('PATCH', `/integrations/${wanted.id}`, { body: wanted.change }),
  )
}
type Wanted =
  | { readonly id: null; readonly integration: IntegrationRequest }
  | { readonly id: number; readonly change: IntegrationChange }

export function useDeleteIntegration() {
  return useIntegrationChange((id: number) => request<undefined>('DELETE', `/integrations/${id}`))
}

/** Signs in at the service. */
export function useTestIntegration() {
  return useMutation({
    mutationFn: (id: number) => request<IntegrationTest>('POST', `/integrations/${id}/test`),
  })
}

/** Asks again for a posting to be sent. */
export function useSendAgain() {
  return useIntegrationChange(({ postingId, integrationId }: SendWish) => askToSend(postingId, integrationId))
}
type SendWish = { readonly postingId: string; readonly integrationId: number }

function useIntegrationChange<Change, Result>(send: (change: Change) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: integrationsKey }),
  })
}

/** Asks for a posting to be sent. @throws ApiFailure */
export function askToSend(postingId: string, integrationId: number): Promise<SendItem> {
  return request<SendItem>('POST', `/postings/${postingId}/send`, { body: { integrationId } })
}

/** Most services answer in a second; one that hangs is given up by the sender after 15. */
const looksAfterMs = [300, 500, 1000, 1000, 2000, 3000, 4000, 5000]

/** Waits until it was tried once more, about 17 s at most. @returns how it stands then. @throws ApiFailure */
export async function waitForSend(asked: SendItem): Promise<SendItem> {
  let send = asked
  for (const ms of looksAfterMs) {
    if (send.state !== 'waiting' || (send.tries > asked.tries && send.error !== null)) return send
    await new Promise((resolve) => setTimeout(resolve, ms))
    const { sends } = await request<SendPage>('GET', '/integrations/sends', { query: { id: asked.id } })
    send = sends[0] ?? send
  }
  return send
}
