'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountFailure } from '#app/(accounts)/account-failure.ts'
import { deviceName } from '#components/settings/device-name.ts'
import { Button } from '#components/ui/button.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { authClient } from '#lib/auth/auth-client.ts'

const queryKey = ['account', 'sessions']

/** Where the account is signed in; each can be ended at once. */
export function SessionList() {
  const client = useQueryClient()
  const current = authClient.useSession()
  const sessions = useQuery({ queryKey, queryFn: fetchSessions })
  async function end(act: () => Promise<{ error: Refusal | null }>, done: string) {
    const { error } = await act()
    await client.invalidateQueries({ queryKey })
    if (error === null) showToast(done)
    else showError(`The session was not ended. ${accountFailure(error).message}`)
  }
  if (sessions.isPending) return <Waiting rows={2} rowHeight={46} />
  if (sessions.isError)
    return (
      <Failed
        title="The sessions did not load."
        reason={sessions.error.message}
        onRetry={() => void sessions.refetch()}
        className="px-0"
      />
    )
  return (
    <>
      <ul className="border-t border-line">
        {sessions.data.map((session) => {
          const name = deviceName(session.userAgent ?? '')
          return (
            <li key={session.id} className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-2 font-[580]">
                  {name}
                  {session.id === current.data?.session.id && <Tag>this one</Tag>}
                </span>
                <span className="block text-12 text-ink-3">
                  signed in <Time at={new Date(session.createdAt).toISOString()} />
                  {session.ipAddress ? ` from ${session.ipAddress}` : ''}
                </span>
              </span>
              {session.id !== current.data?.session.id && (
                <Button
                  size="small"
                  aria-label={`End the session of ${name}`}
                  onClick={() =>
                    void end(
                      () => authClient.revokeSession({ token: session.token }),
                      `${name} is signed out`,
                    )
                  }
                >
                  End
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.data.length > 1 && (
        <Button
          size="small"
          className="mt-3"
          onClick={() => void end(() => authClient.revokeOtherSessions(), 'All other sessions ended')}
        >
          End all other sessions
        </Button>
      )}
    </>
  )
}

type Refusal = Parameters<typeof accountFailure>[0]

async function fetchSessions() {
  const { data, error } = await authClient.listSessions()
  if (error !== null) throw new Error(accountFailure(error).message)
  return data
}
