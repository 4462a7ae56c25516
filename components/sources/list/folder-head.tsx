'use client'

import { Ellipsis } from 'lucide-react'
import Link from 'next/link'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { FolderItem } from '#lib/api/sources/subscriptions.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { formatUnread } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { SubscriptionGroup } from './group-subscriptions.ts'

const FolderMenu = lazyPart(async () => (await import('#components/organising/folder-menu.tsx')).FolderMenu)

type FolderHeadProps = {
  readonly group: SubscriptionGroup
  readonly chosenIds: ReadonlySet<number>
  readonly hasFolders: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** A folder's name, count and menu; the box ticks all its sources. */
export function FolderHead({ group, chosenIds, hasFolders, onChoose }: FolderHeadProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const name = group.folder?.name ?? (hasFolders ? t('withoutFolder') : t('sources'))
  const areAllChosen = group.items.length > 0 && group.items.every((item) => chosenIds.has(item.id))
  return (
    <div className="flex h-10 items-center gap-3 border-b border-line-strong">
      <Checkbox
        aria-label={t('chooseAllIn', { folder: name })}
        checked={areAllChosen}
        disabled={group.items.length === 0}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <h2 className="min-w-0 truncate text-[15px] leading-5 font-[620]">
        {group.folder === null ? (
          name
        ) : (
          <Link href={`/?folder=${group.folder.id}`} className="hover:underline">
            {name}
          </Link>
        )}
      </h2>
      <span className="text-12 font-medium whitespace-nowrap text-ink-3">
        {t('sourceCount', { count: group.items.length })}
        {group.unread !== null &&
          group.unread > 0 &&
          `, ${t('unreadCount', { shown: formatUnread(group.unread, locale), count: group.unread })}`}
      </span>
      <span className="flex-1" />
      {group.folder !== null && <FolderMenuButton folder={group.folder} />}
    </div>
  )
}

function FolderMenuButton({ folder }: { readonly folder: FolderItem }) {
  const t = useWords('sources')
  const trigger = (
    <Button variant="quiet" size="small" iconOnly aria-label={t('folderMore', { folder: folder.name })}>
      <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  )
  return (
    <OpenLater trigger={trigger}>
      <FolderMenu folder={folder} trigger={trigger} />
    </OpenLater>
  )
}
