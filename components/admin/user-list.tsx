'use client'

import { Button } from '#components/ui/button.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatCount } from '#lib/format.ts'
import { useUsers } from '#lib/queries/admin.ts'

/** All accounts of this server. */
export function UserList() {
  const users = useUsers()
  const rows = users.data?.pages.flatMap((page) => page.users) ?? []
  if (users.isPending) return <Waiting rows={3} rowHeight={46} />
  if (users.isError)
    return (
      <Failed
        title="The subscribers did not load."
        reason={users.error.message}
        onRetry={() => void users.refetch()}
        className="px-0"
      />
    )
  return (
    <>
      <Table>
        <caption className="sr-only">Accounts of this server</caption>
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell numeric>Subscriptions</HeadCell>
            <HeadCell numeric>Since</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((user) => (
            <tr key={user.id}>
              <Cell className="w-full max-w-0 py-1.5">
                <span className="flex items-center gap-2">
                  <span className="truncate font-[580]">{user.name}</span>
                  {user.role === 'admin' && <Tag>admin</Tag>}
                </span>
                <span className="block truncate text-12 text-ink-3">{user.email}</span>
              </Cell>
              <Cell numeric>{formatCount(user.subscriptions)}</Cell>
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
          Show more
        </Button>
      )}
    </>
  )
}
