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
import { useWords } from '#lib/words/use-words.tsx'
import type { Words } from '#lib/words/areas.ts'

const queryKey = ['account', 'sessions']

/** Where the account is signed in; each can be ended at once. */
export function SessionList() {
  const t = useWords('settings')
  const accounts = useWords('accounts')
  const client = useQueryClient()
  const current = authClient.useSession()
  const sessions = useQuery({ queryKey, queryFn: () => fetchSessions(accounts) })
  async function end(act: () => Promise<{ error: Refusal | null }>, done: string) {
    const { error } = await act()
    await client.invalidateQueries({ queryKey })
    if (error === null) showToast(done)
    else showError(`${t('sessionNotEnded')} ${accountFailure(error, accounts).message}`)
  }
  if (sessions.isPending) return <Waiting rows={2} rowHeight={46} />
  if (sessions.isError)
    return (
      <Failed
        title={t('sessionsFailed')}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        className="px-0"
      />
    )
  return (
    <>
      <ul className="border-t border-line">
        {sessions.data.map((session) => {
          const name = deviceName(session.userAgent ?? '', t)
          return (
            <li key={session.id} className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-2 font-[580]">
                  {name}
                  {session.id === current.data?.session.id && <Tag>{t('thisOne')}</Tag>}
                </span>
                <span className="block text-12 text-ink-3">
                  {t.rich(session.ipAddress ? 'signedInFrom' : 'signedIn', {
                    time: () => <Time at={new Date(session.createdAt).toISOString()} />,
                    address: session.ipAddress ?? '',
                  })}
                </span>
              </span>
              {session.id !== current.data?.session.id && (
                <Button
                  size="small"
                  aria-label={t('endSession', { device: name })}
                  onClick={() =>
                    void end(
                      () => authClient.revokeSession({ token: session.token }),
                      t('signedOut', { device: name }),
                    )
                  }
                >
                  {t('end')}
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
          onClick={() => void end(() => authClient.revokeOtherSessions(), t('othersEnded'))}
        >
          {t('endOthers')}
        </Button>
      )}
    </>
  )
}

type Refusal = Parameters<typeof accountFailure>[0]

async function fetchSessions(t: Words<'accounts'>) {
  const { data, error } = await authClient.listSessions()
  if (error !== null) throw new Error(accountFailure(error, t).message)
  return data
}
