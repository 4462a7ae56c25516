'use client'

import { useState } from 'react'
import { AskedButton } from '#components/organising/delete-dialog.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { OutputFeedItem } from '#lib/api/outputs/output-feeds.ts'
import { useDeleteOutputFeed, useRenewOutputFeed } from '#lib/queries/outputs.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FeedForm } from './feed-form.tsx'
import { valueOfPlace } from './place-value.ts'
import { usePlaces } from './use-places.ts'

/** Names of formats are the same in every language. */
const formats = [
  { value: 'atom', label: 'Atom' },
  { value: 'rss', label: 'RSS' },
  { value: 'json', label: 'JSON' },
  { value: 'opml', label: 'OPML' },
] as const
type Format = (typeof formats)[number]['value']

type FeedRowProps = { readonly feed: OutputFeedItem }

/** One feed: its address in each format, and what can be done with it. */
export function OutputFeedRow({ feed }: FeedRowProps) {
  const t = useWords('outputs')
  const [isEdited, setEdited] = useState(false)
  const [format, setFormat] = useState<Format>('atom')
  const { nameOf } = usePlaces(true)
  const { name, place, address, text, mostEntries } = feed
  const facts = [nameOf(valueOfPlace(place)), t(text), t('entriesCount', { count: mostEntries })]
  return (
    <li aria-label={name} className="border-b border-line py-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p dir="auto" className="font-[580] wrap-anywhere">
            {name}
          </p>
          <p className="text-12 text-ink-3">{facts.filter(Boolean).join(' · ')}</p>
          <UseLine feed={feed} />
          {place.isGone && <p className="text-12 text-broken">{t('gone')}</p>}
        </div>
        <FeedActs feed={feed} onEdit={() => setEdited(true)} />
      </div>
      {isEdited && <FeedForm feed={feed} onClose={() => setEdited(false)} />}
      {address === null ? (
        <p className="mt-3 text-12 text-broken">{t('sealed')}</p>
      ) : (
        <div className="mt-3 flex flex-col items-start gap-2">
          <Segmented label={t('format')} value={format} options={formats} onChange={setFormat} />
          <div className="w-full">
            <CopyField label={t('addressOf', { name })} value={`${address}.${format}`} />
          </div>
        </div>
      )}
    </li>
  )
}

function UseLine({ feed: { lastReadAt, pushed } }: FeedRowProps) {
  const t = useWords('outputs')
  return (
    <p className="text-12 text-ink-3">
      {lastReadAt === null ? t('unread') : t.rich('readAt', { at: () => <Time at={lastReadAt} /> })}
      {pushed > 0 && ` · ${t('pushed', { count: pushed })}`}
    </p>
  )
}

function FeedActs({ feed: { id, name }, onEdit }: FeedRowProps & { readonly onEdit: () => void }) {
  const t = useWords('outputs')
  const renew = useRenewOutputFeed()
  const remove = useDeleteOutputFeed()
  const onError = (error: unknown) => showError(t('notSaved'), error)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <AskedButton
        title={t('renewOf', { name })}
        hint={t('renewHint')}
        button={t('renew')}
        onDelete={() => renew.mutate(id, { onSuccess: () => showToast(t('renewed', { name })), onError })}
      />
      <AskedButton
        variant="danger"
        title={t('deleteOf', { name })}
        hint={t('deleteHint')}
        button={t('delete')}
        onDelete={() => void remove.mutateAsync(id).then(() => showToast(t('deleted', { name })), onError)}
      />
    </div>
  )
}
