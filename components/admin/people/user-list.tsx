'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useUsers } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NewUser } from './new-user.tsx'
import { UserRow } from './user-row.tsx'

/** All accounts of this server. */
export function UserList() {
  const t = useWords('admin')
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
      <NewUser />
      <ul aria-label={t('accounts')} className="border-t border-line">
        {rows.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
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
