'use client'

import { Bell, BellOff, EyeOff, FolderInput, Gauge, History, PenLine, Tag, Zap } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useChangeSubscription } from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { PointTrigger, useMenuActs, type MenuPlace } from './menu-place.tsx'
import { NameDialog } from './name-dialog.tsx'
import { StepItems } from './step-items.tsx'
import { useSubscriptionActs } from './use-subscription-acts.ts'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

type SubscriptionMenuProps = { readonly item: SubscriptionItem; readonly onClose?: () => void } & (
  | { readonly trigger: ReactNode; readonly place?: undefined }
  | { readonly place: MenuPlace; readonly trigger?: undefined }
)

/** Everything that can be done with one source of the reader. */
export function SubscriptionMenu({ item, trigger, place, onClose }: SubscriptionMenuProps) {
  const t = useWords('organising')
  const acts = useSubscriptionActs()
  const { choose, onOpenChange, ...more } = useMenuActs<'rename' | 'move' | 'label'>(onClose)
  return (
    <>
      <Menu
        trigger={place === undefined ? trigger : PointTrigger(place)}
        {...(place === undefined ? {} : { align: 'start', returnTo: place.returnTo })}
        defaultOpen
        onOpenChange={onOpenChange}
      >
        <MenuItem asChild>
          <Link href={`/sources/${item.sourceId}`} prefetch={false}>
            <Gauge {...icon} /> {t('itsPage')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => choose('rename')}>
          <PenLine {...icon} /> {t('renameForMe')}
        </MenuItem>
        <MenuItem onSelect={() => choose('move')}>
          <FolderInput {...icon} /> {t('moveTo')}
        </MenuItem>
        <StepItems row={{ kind: 'source', id: item.id }} name={item.title} />
        <MenuItem onSelect={() => choose('label')}>
          <Tag {...icon} /> {t('labelsMenu')}
        </MenuItem>
        <MenuItem onSelect={() => void acts.setFast([item], !item.wantsFast)}>
          <Zap {...icon} /> {item.wantsFast ? t('wantUsual') : t('wantFast')}
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/notifications?source=${item.sourceId}`} prefetch={false}>
            <Bell {...icon} /> {t('alertMe')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => void acts.mute([item], !item.isMuted)}>
          <BellOff {...icon} /> {item.isMuted ? t('unmute') : t('mute')}
        </MenuItem>
        {item.isMuted ? null : (
          <MenuItem onSelect={() => void acts.setApart([item], !item.isApart)}>
            <EyeOff {...icon} /> {item.isApart ? t('showInAll') : t('hideFromAll')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => void acts.setUnreadEdits(item, !item.unreadEdits)}>
          <History {...icon} /> {item.unreadEdits ? t('leaveEditsRead') : t('unreadEdits')}
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => void acts.unsubscribe([item])}>
          {t('unsubscribe')}
        </MenuItem>
      </Menu>
      <SubscriptionDialogs item={item} {...more} />
    </>
  )
}

type DialogsProps = {
  readonly item: SubscriptionItem
  readonly act: 'rename' | 'move' | 'label' | null
  readonly done: () => void
}

function SubscriptionDialogs({ item, act, done }: DialogsProps) {
  const t = useWords('organising')
  const acts = useSubscriptionActs()
  const change = useChangeSubscription()
  switch (act) {
    case 'rename':
      return (
        <NameDialog
          title={t('renameOf', { name: item.title })}
          label={t('nameForMe')}
          hint={t('nameForMeHint')}
          button={t('rename')}
          startName={item.ownTitle ?? item.title}
          kind="feed"
          mayBeEmpty
          open
          onOpenChange={done}
          onSave={(name) =>
            change.mutateAsync({ id: item.id, change: { ownTitle: name === '' ? null : name } })
          }
        />
      )
    case 'move':
      return (
        <FolderDialog
          title={t('moveOf', { name: item.title })}
          button={t('move')}
          current={item.folderId}
          onChoose={(folderId, name) => void acts.move([item], folderId, name)}
          onClose={done}
        />
      )
    case 'label':
      return (
        <LabelsDialog
          title={t('labelsOf', { name: item.title })}
          labelled={{ kind: 'subscriptions', items: [item] }}
          onClose={done}
        />
      )
    default:
      return act satisfies null
  }
}
