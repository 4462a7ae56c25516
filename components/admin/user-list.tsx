'use client'

import { Button } from '#components/ui/button.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatCount } from '#lib/format.ts'
import { useUsers } from '#lib/queries/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** All accounts of this server. */
export function UserList() {
  const t = useWords('admin')
  const locale = useLocale()
  const users = useUsers()
  const rows = users.data?.pages.flatMap((page) => page.users) ?? []
  if (users.isPending) return <Waiting rows={3} rowHeight={46} />
  if (users.isError)
    return (
      <Failed
        title={t('usersFailed')}
        error={users.error}
        onRetry={() => void users.refetch()}
        className="px-0"
      />
    )
  return (
    <>
      <Table>
        <caption className="sr-only">{t('accounts')}</caption>
        <thead>
          <tr>
            <HeadCell>{t('name')}</HeadCell>
            <HeadCell numeric>{t('subscriptions')}</HeadCell>
            <HeadCell numeric>{t('since')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((user) => (
            <tr key={user.id}>
              <Cell className="w-full max-w-0 py-1.5">
                <span className="flex items-center gap-2">
                  <span className="truncate font-[580]">{user.name}</span>
                  {user.role === 'admin' && <Tag>{t('roleAdmin')}</Tag>}
                </span>
                <span className="block truncate text-12 text-ink-3">{user.email}</span>
              </Cell>
              <Cell numeric>{formatCount(user.subscriptions, locale)}</Cell>
              <Cell numeric className="text-ink-2">
                <Time at={user.createdAt} show="clock" />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {users.hasNextPage && (
        <Button
          size="small"
          className="mt-3"
          disabled={users.isFetchingNextPage}
          onClick={() => void users.fetchNextPage()}
        >
          {t('showMore')}
        </Button>
      )}
    </>
  )
}
