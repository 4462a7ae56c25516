'use client'

import Link from 'next/link'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { formatCount } from '#lib/text/format.ts'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useLockUser, useResetUser } from '#lib/queries/admin/users.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { UserLimits } from './user-limits.tsx'
import type { AdminUserRow } from '#lib/api/server/admin.ts'

/** An account, and what an admin can do with it. */
export function UserRow({ user }: { readonly user: AdminUserRow }) {
  const t = useWords('admin')
  const locale = useLocale()
  const reset = useResetUser()
  const link = reset.data?.isMailed === false ? reset.data.url : null
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex items-center gap-2">
            <span className="truncate font-[580]">{user.name}</span>
            {user.role === 'admin' && <Tag>{t('roleAdmin')}</Tag>}
            {user.isLocked && <Tag>{t('locked')}</Tag>}
          </p>
          <p className="truncate text-12 text-ink-3">{user.email}</p>
          <p className="text-12 text-ink-3">
            {t.rich('userFacts', {
              count: user.subscriptions,
              shown: formatCount(user.subscriptions, locale),
              since: () => <Time at={user.createdAt} show="clock" />,
            })}
          </p>
        </div>
        <UserActs user={user} reset={reset} />
      </div>
      {link !== null && (
        <div className="mt-3 rounded-3 border border-line bg-paper p-4">
          <CopyField label={t('resetLink', { name: user.name })} value={link} hint={t('resetLinkHint')} />
        </div>
      )}
    </li>
  )
}

type UserActsProps = { readonly user: AdminUserRow; readonly reset: ReturnType<typeof useResetUser> }

function UserActs({ user, reset }: UserActsProps) {
  const t = useWords('admin')
  const me = useMe()
  const lock = useLockUser()
  const { id, name, email, isLocked } = user
  const failed = (error: unknown) => showError(t('userNotChanged'), error)
  const onSuccess = () => showToast(t(isLocked ? 'wasUnlocked' : 'wasLocked', { name }))
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" asChild>
        <Link href={`/admin/audit?user=${id}`}>{t('userActs')}</Link>
      </Button>
      <Button
        size="small"
        aria-label={t('resetPasswordOf', { name })}
        disabled={reset.isPending}
        onClick={() =>
          reset.mutate(id, {
            onSuccess: ({ isMailed }) => isMailed && showToast(t('resetMailed', { email })),
            onError: failed,
          })
        }
      >
        {t('resetPassword')}
      </Button>
      <UserLimits user={user} isSelf={me.data?.id === id} />
      {me.data?.id !== id && (
        <Button
          size="small"
          variant={isLocked ? 'outline' : 'danger'}
          aria-label={t(isLocked ? 'unlockAccount' : 'lockAccount', { name })}
          disabled={lock.isPending}
          onClick={() => lock.mutate({ id, isLocked: !isLocked }, { onSuccess, onError: failed })}
        >
          {t(isLocked ? 'unlock' : 'lock')}
        </Button>
      )}
    </div>
  )
}
