'use client'

import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import type { FolderItem, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatRate, formatUnread } from '#lib/format.ts'
import { useChangeSubscription } from '#lib/queries/subscriptions.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HealthMark } from './health-mark.tsx'
import { NameDialog } from './name-dialog.tsx'

type SubscriptionRowProps = {
  readonly item: SubscriptionItem
  readonly folders: readonly FolderItem[]
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onMove: (folderId: number | null, folderName: string) => void
  readonly onUnsubscribe: () => void
}

/** One source of the subscriber: what it is, how much of it is unread, how it answers. */
export function SubscriptionRow(props: SubscriptionRowProps) {
  const t = useWords('sources')
  const { item, isChosen, onChoose } = props
  return (
    <li className="grid min-h-[46px] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 md:grid-cols-[auto_minmax(0,2fr)_72px_112px_128px_minmax(120px,1fr)_auto]">
      <Checkbox
        aria-label={t('choose', { source: item.title })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className="flex min-w-0 items-center gap-2.5">
        <SourceAvatar title={item.title} iconUrl={item.iconUrl} size={22} />
        <span className="min-w-0">
          <Link
            href={`/sources/${item.sourceId}`}
            dir="auto"
            className="block truncate text-start font-[580] hover:underline"
          >
            {item.title}
          </Link>
          <span className="block truncate text-12 leading-[14px] text-ink-3">{hostOf(item.url)}</span>
        </span>
      </span>
      <Facts item={item} />
      <RowMenu {...props} />
    </li>
  )
}

function Facts({ item }: { readonly item: SubscriptionItem }) {
  const t = useWords('sources')
  const locale = useLocale()
  return (
    <span className="col-start-2 flex flex-wrap items-baseline gap-x-3 text-12 text-ink-2 max-md:row-start-2 max-md:ps-8 md:contents md:text-13">
      <span className="md:text-end">
        {item.unread > 0 && (
          <Link href={`/?source=${item.sourceId}`} className="font-[550] hover:underline">
            {formatUnread(item.unread, locale)} <span className="font-[450] text-ink-3">{t('unread')}</span>
          </Link>
        )}
      </span>
      <span>{item.lastPostingAt === null ? t('noPostingsYet') : <Time at={item.lastPostingAt} />}</span>
      <span className="md:text-end">
        {item.postingsPerDay !== null && formatRate(item.postingsPerDay, locale)}
      </span>
      <span className={item.health.kind === 'ok' ? 'max-md:hidden md:ps-4' : 'md:ps-4'}>
        <HealthMark health={item.health} />
      </span>
    </span>
  )
}

function RowMenu({ item, folders, onMove, onUnsubscribe }: SubscriptionRowProps) {
  const t = useWords('sources')
  const [isRenaming, setIsRenaming] = useState(false)
  const change = useChangeSubscription()
  const options = [
    { value: 'none', label: t('noFolder') },
    ...folders.map((folder) => ({ value: String(folder.id), label: folder.name })),
  ]
  return (
    <span className="max-md:col-start-3 max-md:row-start-1">
      <Menu
        trigger={
          <Button variant="quiet" size="small" iconOnly aria-label={t('sourceMore', { source: item.title })}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setIsRenaming(true)}>{t('renameForMe')}</MenuItem>
        <MenuChoice
          label={t('moveTo')}
          value={item.folderId === null ? 'none' : String(item.folderId)}
          options={options}
          onChange={(value) =>
            onMove(
              value === 'none' ? null : Number(value),
              options.find((option) => option.value === value)?.label ?? '',
            )
          }
        />
        <MenuLine />
        <MenuItem danger onSelect={onUnsubscribe}>
          {t('unsubscribe')}
        </MenuItem>
      </Menu>
      <NameDialog
        title={t('renameOf', { name: item.title })}
        label={t('nameForMe')}
        hint={t('nameForMeHint')}
        button={t('rename')}
        startName={item.ownTitle ?? item.title}
        mayBeEmpty
        open={isRenaming}
        onOpenChange={setIsRenaming}
        onSave={(name) =>
          change.mutateAsync({ id: item.id, change: { ownTitle: name === '' ? null : name } })
        }
      />
    </span>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
