'use client'

import { Download, FolderPlus, Plus, Upload } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/empty.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { formatAmount } from '#lib/format.ts'
import { useCreateFolder, useFolders } from '#lib/queries/folders.ts'
import { opmlExportUrl } from '#lib/queries/opml.ts'
import { useSubscriptions } from '#lib/queries/subscriptions.ts'
import { NameDialog } from './name-dialog.tsx'
import { SubscriptionGroups } from './subscription-groups.tsx'

/** All the subscriber's sources, by folder. */
export function SourcesScreen() {
  const subscriptions = useSubscriptions()
  const folders = useFolders()
  const [search, setSearch] = useState('')
  return (
    <div className="mx-auto max-w-[1120px] px-10 pb-24 max-sm:px-4">
      <PageHead
        title="Subscriptions"
        {...(subscriptions.data === undefined
          ? {}
          : { description: formatAmount(subscriptions.data.length, 'source') })}
        actions={<Actions />}
      />
      <TextInput
        type="search"
        aria-label="Search subscriptions"
        placeholder="Search by name or address"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mb-2"
      />
      {(subscriptions.isPending || folders.isPending) && <Waiting rows={8} rowHeight={46} />}
      {subscriptions.isError && (
        <Failed
          title="The sources did not load."
          reason={subscriptions.error.message}
          onRetry={() => void subscriptions.refetch()}
        />
      )}
      {folders.isError && (
        <Failed
          title="The folders did not load."
          reason={folders.error.message}
          onRetry={() => void folders.refetch()}
        />
      )}
      {subscriptions.data?.length === 0 && folders.data?.length === 0 && <NoSources />}
      {subscriptions.isSuccess && folders.isSuccess && (
        <SubscriptionGroups subscriptions={subscriptions.data} folders={folders.data} search={search} />
      )}
    </div>
  )
}

function NoSources() {
  return (
    <Empty
      title="No sources yet"
      action={
        <>
          <Button asChild variant="solid">
            <Link href="/subscribe">Subscribe</Link>
          </Button>
          <Button asChild>
            <Link href="/sources/import">Bring a list</Link>
          </Button>
        </>
      }
    >
      Subscribe to a site by its address, or bring a list from another reader.
    </Empty>
  )
}

function Actions() {
  const createFolder = useCreateFolder()
  return (
    <>
      <Button asChild variant="quiet" size="small">
        <a href={opmlExportUrl} download>
          <Download size={14} strokeWidth={1.75} aria-hidden />
          Export OPML
        </a>
      </Button>
      <Button asChild variant="quiet" size="small">
        <Link href="/sources/import">
          <Upload size={14} strokeWidth={1.75} aria-hidden />
          Import
        </Link>
      </Button>
      <NameDialog
        title="New folder"
        label="Name"
        button="Create"
        startName=""
        onSave={(name) => createFolder.mutateAsync({ name })}
        trigger={
          <Button size="small">
            <FolderPlus size={14} strokeWidth={1.75} aria-hidden />
            New folder
          </Button>
        }
      />
      <Button asChild variant="solid" size="small">
        <Link href="/subscribe">
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          Subscribe
        </Link>
      </Button>
    </>
  )
}
