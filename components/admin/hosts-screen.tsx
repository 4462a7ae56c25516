'use client'

import { useState } from 'react'
import type { HostWishItem } from '#lib/api/hosts.ts'
import { Button } from '#components/ui/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useHostWishes } from '#lib/queries/hosts.ts'
import { HostWishForm } from './host-wish-form.tsx'
import { HostWishRow } from './host-wish-row.tsx'

/** What publishers wish of those who poll them: a list that Skylark came with, and the admin's own. */
export function HostsScreen() {
  const wishes = useHostWishes()
  const [edited, setEdited] = useState<HostWishItem | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <div className="mx-auto max-w-[880px] px-10 pb-16 max-sm:px-4">
      <PageHead
        title="Hosts"
        description="What publishers wish. No weight, no policy and no “Poll now” goes beyond it."
        actions={
          <Button variant="solid" disabled={edited === 'new'} onClick={() => setEdited('new')}>
            Add a wish
          </Button>
        }
      />
      {edited === 'new' && <HostWishForm wish={null} onClose={close} />}
      {wishes.isPending && <Waiting rows={3} rowHeight={64} />}
      {wishes.isError && (
        <Failed
          title="The wishes did not load."
          reason={wishes.error.message}
          onRetry={() => void wishes.refetch()}
          className="px-0"
        />
      )}
      {wishes.data?.length === 0 && (
        <Empty title="No wishes so far" className="px-0">
          When a publisher asks for fewer polls, or for none, add its domain here.
        </Empty>
      )}
      <ul aria-label="Wishes by host" className="border-t border-line empty:hidden">
        {(wishes.data ?? []).map((wish) => (
          <HostWishRow
            key={wish.host}
            wish={wish}
            isEdited={typeof edited === 'object' && edited?.host === wish.host}
            onEdit={() => setEdited(wish)}
            onClose={close}
          />
        ))}
      </ul>
      <p className="mt-4 max-w-[64ch] text-12 text-ink-3">
        A host is a registrable domain: example.org with all that ends in it. Besides these wishes, each
        answer teaches what a host bears, and a robots.txt that names Skylark is obeyed.
      </p>
    </div>
  )
}
