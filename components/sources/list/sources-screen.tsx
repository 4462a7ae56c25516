'use client'

import { Activity, BarChart3, Download, FolderPlus, Plus, Upload } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { TextInput } from '#components/ui/form/field.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useCreateFolder } from '#lib/queries/organising/folder-acts.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { opmlExportUrl } from '#lib/queries/postings/downloads.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NameDialog } from '#components/organising/name-dialog.tsx'
import { SickFeeds } from './sick-feeds.tsx'
import { SubscriptionGroups } from './subscription-groups.tsx'

/** A line as high as one with words (a no-break space): what stands below it does not move when the words come. */
const emptyLine = '\u00A0'

/** All the subscriber's sources, by folder. */
export function SourcesScreen() {
  const t = useWords('sources')
  const subscriptions = useSubscriptions()
  const folders = useFolders()
  const [search, setSearch] = useState('')
  return (
    <div className="max-w-[1120px] px-10 pb-24 max-sm:px-4">
      <PageHead
        title={t('subscriptions')}
        description={
          subscriptions.data === undefined
            ? emptyLine
            : t('sourceCount', { count: subscriptions.data.length })
        }
        actions={<Actions />}
      />
      <TextInput
        type="search"
        aria-label={t('searchSubscriptions')}
        placeholder={t('searchHint')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mb-2"
      />
      {subscriptions.isSuccess && <SickFeeds subscriptions={subscriptions.data} />}
      {(subscriptions.isPending || folders.isPending) && <Waiting rows={8} rowHeight={46} />}
      {subscriptions.isError && (
        <Failed
          title={t('sourcesFailed')}
          error={subscriptions.error}
          onRetry={() => void subscriptions.refetch()}
        />
      )}
      {folders.isError && (
        <Failed title={t('foldersFailed')} error={folders.error} onRetry={() => void folders.refetch()} />
      )}
      {subscriptions.data?.length === 0 && folders.data?.length === 0 && <NoSources />}
      {subscriptions.isSuccess && folders.isSuccess && (
        <SubscriptionGroups subscriptions={subscriptions.data} folders={folders.data} search={search} />
      )}
    </div>
  )
}

function NoSources() {
  const t = useWords('sources')
  return (
    <Empty
      title={t('noSourcesYet')}
      action={
        <>
          <Button asChild variant="solid">
            <Link href="/subscribe">{t('subscribe')}</Link>
          </Button>
          <Button asChild>
            <Link href="/sources/import">{t('import')}</Link>
          </Button>
        </>
      }
    >
      {t('noSourcesYetHint')}
    </Empty>
  )
}

function Actions() {
  const t = useWords('sources')
  const createFolder = useCreateFolder()
  return (
    <>
      <Button asChild variant="quiet" size="small">
        <Link href="/freshness" prefetch={false}>
          <Activity size={14} strokeWidth={1.75} aria-hidden />
          {t('freshness')}
        </Link>
      </Button>
      <Button asChild variant="quiet" size="small">
        <Link href="/sources/statistics" prefetch={false}>
          <BarChart3 size={14} strokeWidth={1.75} aria-hidden />
          {t('statistics')}
        </Link>
      </Button>
      <Button asChild variant="quiet" size="small">
        <a href={opmlExportUrl} download>
          <Download size={14} strokeWidth={1.75} aria-hidden />
          {t('exportOpml')}
        </a>
      </Button>
      <Button asChild variant="quiet" size="small">
        <Link href="/sources/import">
          <Upload size={14} strokeWidth={1.75} aria-hidden />
          {t('import')}
        </Link>
      </Button>
      <NameDialog
        title={t('newFolder')}
        label={t('name')}
        button={t('create')}
        startName=""
        kind="folder"
        onSave={(name) => createFolder.mutateAsync({ name })}
        trigger={
          <Button size="small">
            <FolderPlus size={14} strokeWidth={1.75} aria-hidden />
            {t('newFolder')}
          </Button>
        }
      />
      <Button asChild variant="solid" size="small">
        <Link href="/subscribe">
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {t('subscribe')}
        </Link>
      </Button>
    </>
  )
}
