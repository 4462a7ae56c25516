'use client'

import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AppRefusal } from '#lib/api/accounts/reader-apps.ts'
import { useMe, useReaderAppNews } from '#lib/queries/accounts/account.ts'
import type { MessageKey } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ReaderAppNews } from '#lib/api/accounts/account.ts'

const refusalWords: Readonly<Record<AppRefusal, MessageKey<'settings'>>> = {
  'own-password': 'refusedOwnPassword',
  'wrong-app-password': 'refusedAppPassword',
  'other-login': 'refusedLogin',
}

/** Whether a reader app got in, or what went wrong; the newer of the two first. */
export function ReaderAppLine() {
  const t = useWords('settings')
  const news = useReaderAppNews()
  if (news.isPending) return <Waiting rows={1} rowHeight={20} />
  if (news.isError)
    return (
      <Failed
        title={t('appNewsFailed')}
        error={news.error}
        onRetry={() => void news.refetch()}
        className="px-0"
      />
    )
  const { signedIn, refused } = news.data
  if (signedIn === null && refused === null) return <p className="text-ink-3">{t('noAppYet')}</p>
  const isRefusedLast = refused !== null && (signedIn === null || refused.at > signedIn.at)
  return (
    <div className={isRefusedLast ? 'flex flex-col-reverse gap-2' : 'flex flex-col gap-2'}>
      {signedIn !== null && (
        <p>{t.rich('appWorks', { name: signedIn.name, used: () => <Time at={signedIn.at} /> })}</p>
      )}
      {refused !== null && <Refused refused={refused} />}
    </div>
  )
}

function Refused({ refused }: { readonly refused: NonNullable<ReaderAppNews['refused']> }) {
  const t = useWords('settings')
  const email = useMe().data?.email ?? '…'
  const { why, at, address } = refused
  return (
    <div>
      <p className="text-broken">{t(refusalWords[why], { email })}</p>
      <p className="text-12 text-ink-3">
        {address === null ? <Time at={at} /> : t.rich('refusedFrom', { at: () => <Time at={at} />, address })}
      </p>
    </div>
  )
}
