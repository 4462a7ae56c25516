'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { SessionItem } from '#lib/api/accounts/sign-in.ts'
import { useEndSession, useSessions } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

/** The sessions of the account; each can be ended at once. */
export function SessionList() {
  const t = useWords('settings')
  const sessions = useSessions()
  const end = useEndSession()
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
  const onEnd = (id: string | null, done: string) =>
    end.mutate(id, {
      onSuccess: () => showToast(done),
      onError: (error) => showError(t('sessionNotEnded'), error),
    })
  return (
    <>
      <ul className="border-t border-line">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </ul>
      {sessions.data.length > 1 && (
        <Button size="small" className="mt-3" onClick={() => onEnd(null, t('othersEnded'))}>
          {t('endOthers')}
        </Button>
      )}
    </>
  )
}

type SessionRowProps = {
  readonly session: SessionItem
  readonly onEnd: (id: string, done: string) => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const t = useWords('settings')
  const device = deviceName(session.userAgent, t)
  const { id, address, isCurrent, createdAt } = session
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[580]">
          {device}
          {isCurrent && <Tag>{t('thisOne')}</Tag>}
        </span>
        <span className="block text-12 text-ink-3">
          {t.rich(address === null ? 'sessionUsed' : 'sessionUsedFrom', {
            used: () => <Time at={session.lastUsedAt ?? createdAt} />,
            address: address ?? '',
          })}
        </span>
      </span>
      {!isCurrent && (
        <Button
          size="small"
          aria-label={t('endSession', { device })}
          onClick={() => onEnd(id, t('signedOut', { device }))}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** "Firefox on Linux" from a user agent; good enough to know one's own devices apart. */
function deviceName(userAgent: string, t: AreaWords<'settings'>): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser === undefined) return userAgent === '' ? t('unknownDevice') : userAgent.slice(0, 60)
  return system === undefined ? browser : t('browserOn', { browser, system })
}
