import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me, TokenItem, TokenKind, ReaderAppNews } from '#lib/api/accounts/account.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'
import type { Language } from '#lib/words/languages.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function meQuery() {
  return queryOptions({
    queryKey: keys.me,
    queryFn: ({ signal }) => request<Me>('GET', '/me', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** The account that is signed in; fails with not_signed_in otherwise. */
export function useMe() {
  return useQuery(meQuery())
}

/** Changes the language of the account; null: what the browser asks for. What was fetched in the old one is fetched anew. */
export function useChangeLanguage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: Language | null) => request<Me>('PATCH', '/me', { body: { language } }),
    onSuccess: (me) => {
      client.setQueryData(keys.me, me)
      return client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'account' })
    },
  })
}

/** API tokens of the signed-in subscriber. */
export function useTokens() {
  return useQuery({
    queryKey: keys.tokens,
    queryFn: async ({ signal }): Promise<readonly TokenItem[]> => {
      const answer = await request<{ tokens: readonly TokenItem[] }>('GET', '/tokens', { signal })
      return answer.tokens
    },
  })
}

/** The sign-ins of reader apps, again and again: whoever sets one up looks at the page meanwhile. */
export function useReaderAppNews() {
  return useQuery({
    queryKey: keys.readerAppNews,
    queryFn: ({ signal }) => request<ReaderAppNews>('GET', '/reader-apps', { signal }),
    refetchInterval: 10_000,
  })
}

type NewToken = {
  readonly name: string
  readonly password: string
  readonly kind: TokenKind
  readonly forFever: boolean
  /** Of a token for programs. */
  readonly scopes?: readonly Scope[]
}

/** Makes a token or app password. Only this answer contains it. */
export function useCreateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: NewToken) =>
      request<TokenItem & { readonly token: string }>('POST', '/tokens', { body: token }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens }),
  })
}

/** Ends a token, by its id. */
export function useDeleteToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/tokens/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens }),
  })
}

/** Ends the account; nothing of it is left. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) => request<void>('DELETE', '/me', { body: { password } }),
  })
}
