import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  PasskeyItem,
  RecoveryCodesAnswer,
  SecondFactorSecret,
  SecondFactorState,
  SessionItem,
} from '#lib/api/accounts/sign-in.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The sessions of the account, the one used last first. */
export function useSessions() {
  return useQuery({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) =>
      (await request<{ sessions: readonly SessionItem[] }>('GET', '/sessions', { signal })).sessions,
  })
}

/** Ends a session, by its id; null: all others. */
export function useEndSession() {
  return useAccountMutation((id: string | null) =>
    request<unknown>('DELETE', id === null ? '/sessions' : `/sessions/${id}`),
  )
}

export function usePasskeys() {
  return useQuery({
    queryKey: keys.passkeys,
    queryFn: async ({ signal }) =>
      (await request<{ passkeys: readonly PasskeyItem[] }>('GET', '/passkeys', { signal })).passkeys,
  })
}

/** Has the browser make a passkey and stores it. Null: the reader stopped it. */
export function useAddPasskey() {
  return useAccountMutation(
    async ({ name, password }: { readonly name: string; readonly password: string }) => {
      type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
      const optionsJSON = await request<Options>('POST', '/passkeys/options', { body: { password } })
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotAllowedError') return null
        throw error
      })
      if (response === null) return null
      return request<PasskeyItem>('POST', '/passkeys', { body: { name, response } })
    },
  )
}

export function useRenamePasskey() {
  return useAccountMutation(({ id, name }: { readonly id: number; readonly name: string }) =>
    request<PasskeyItem>('PATCH', `/passkeys/${id}`, { body: { name } }),
  )
}

/** Removes a passkey, by the password. `onRemoved` is called also when its row is drawn no longer. */
export function useRemovePasskey(onRemoved: () => void) {
  const act = ({ id, password }: { readonly id: number; readonly password: string }) =>
    request<void>('DELETE', `/passkeys/${id}`, { body: { password } })
  return useAccountMutation(act, onRemoved)
}

/** Whether signing in asks for a code. */
export function useSecondFactor() {
  return useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => request<SecondFactorState>('GET', '/second-factor', { signal }),
  })
}

/** Asks for a secret for the app, by the password. */
export function useBeginSecondFactor() {
  return useAccountMutation((password: string) =>
    request<SecondFactorSecret>('POST', '/second-factor', { body: { password } }),
  )
}

/** Switches it on, by a code of the app. The codes are in this answer alone. */
export function useConfirmSecondFactor(onCodes: (answer: RecoveryCodesAnswer) => void) {
  const act = (code: string) =>
    request<RecoveryCodesAnswer>('POST', '/second-factor/confirm', { body: { code } })
  return useAccountMutation(act, onCodes)
}

export function useRenewRecoveryCodes(onCodes: (answer: RecoveryCodesAnswer) => void) {
  const act = (password: string) =>
    request<RecoveryCodesAnswer>('POST', '/second-factor/codes', { body: { password } })
  return useAccountMutation(act, onCodes)
}

export function useSwitchOffSecondFactor(onOff: () => void) {
  const act = (password: string) => request<void>('DELETE', '/second-factor', { body: { password } })
  return useAccountMutation(act, onOff)
}

/** Asks for another address; it counts when the link sent to it is followed. */
export function useAskForNewEmail() {
  return useAccountMutation((change: { readonly email: string; readonly password: string }) =>
    request<unknown>('POST', '/me/email', { body: change }),
  )
}

/** Asks for a link that sets a new password. */
export function useAskForReset() {
  return useMutation({
    mutationFn: (email: string) => request<unknown>('POST', '/password-reset', { body: { email } }),
  })
}

/** Sets a new password by the secret of a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: { readonly token: string; readonly password: string }) =>
      request<void>('POST', '/password-reset/confirm', { body: reset }),
  })
}

/** Confirms a new address by the secret of a link. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => request<{ email: string }>('POST', '/email/confirm', { body: { token } }),
  })
}

/** `onSuccess` is called also when what asked for it is drawn no longer, as it may be once the change is known. */
function useAccountMutation<Variables, Answer>(
  mutationFn: (variables: Variables) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => onSuccess?.(answer),
    onSettled: () => client.invalidateQueries({ queryKey: keys.account }),
  })
}
