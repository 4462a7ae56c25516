'use client'

import { ArrowDown, ArrowUp, Bell, CheckCheck, Pencil, Rss, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState, type ReactNode } from 'react'
import { NameDialog } from '#components/organising/name-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import type { ViewItem } from '#lib/api/lists/search.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useViewActs } from './use-view-acts.ts'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

type ViewMenuProps = {
  readonly trigger: ReactNode
  readonly view: ViewItem
  /** null: it stands there already. */
  readonly onUp: (() => void) | null
  readonly onDown: (() => void) | null
}

/** The acts on a view; opens as soon as it is there. */
export function ViewMenu({ trigger, view, onUp, onDown }: ViewMenuProps) {
  const t = useWords('views')
  const common = useWords('common')
  const { rename, remove, markRead } = useViewActs(view)
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Menu trigger={trigger} align="start" defaultOpen>
        <MenuItem onSelect={markRead}>
          <CheckCheck {...icon} /> {t('markRead')}
        </MenuItem>
        <MenuItem onSelect={() => setNaming(true)}>
          <Pencil {...icon} /> {t('rename')}
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/notifications?view=${view.id}`} prefetch={false}>
            <Bell {...icon} /> {t('alertMe')}
          </Link>
        </MenuItem>
        <MenuItem disabled={onUp === null} onSelect={() => onUp?.()}>
          <ArrowUp {...icon} /> {t('moveUp')}
        </MenuItem>
        <MenuItem disabled={onDown === null} onSelect={() => onDown?.()}>
          <ArrowDown {...icon} /> {t('moveDown')}
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/connections?view=${view.id}#outputs`} prefetch={false}>
            <Rss {...icon} /> {t('feedAddress')}
          </Link>
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={remove}>
          <Trash2 {...icon} /> {t('delete')}
        </MenuItem>
      </Menu>
      {isNaming ? (
        <NameDialog
          title={t('rename')}
          label={t('name')}
          button={common('save')}
          startName={view.name}
          kind="other"
          open
          onOpenChange={setNaming}
          onSave={rename}
        />
      ) : null}
    </>
  )
}
