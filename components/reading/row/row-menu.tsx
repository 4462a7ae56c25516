'use client'

import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

const RemovePage = lazyPart(async () => (await import('./remove-page.tsx')).RemovePage)

type RowMenuProps = {
  readonly trigger: ReactNode
  readonly posting: PostingItem
  readonly acts: PostingActs
}

/** The acts on a posting, and from it on; opens as soon as it is there. */
export function RowMenu({ trigger, posting, acts }: RowMenuProps) {
  const t = useWords('reading')
  const { id, isRead, isStarred, isLater } = posting
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <Menu trigger={trigger} defaultOpen>
        <MenuItem onSelect={() => acts.toggleStar(posting)}>
          {isStarred ? t('removeStar') : t('star')}
        </MenuItem>
        <MenuItem onSelect={() => acts.toggleLater(posting)}>
          {isLater ? t('removeLater') : t('readLater')}
        </MenuItem>
        <MenuItem onSelect={() => acts.label(posting)}>{t('labels')}</MenuItem>
        <MenuItem onSelect={() => acts.toggleRead(posting)}>
          {isRead ? t('markUnread') : t('markRead')}
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => acts.markBeside(id, 'upTo')}>{t('markUpTo')}</MenuItem>
        <MenuItem onSelect={() => acts.markBeside(id, 'above')}>{t('markAbove')}</MenuItem>
        <MenuItem onSelect={() => acts.markBeside(id, 'below')}>{t('markBelow')}</MenuItem>
        {posting.isSavedPage === true ? (
          <>
            <MenuLine />
            <MenuItem danger onSelect={() => setRemoving(true)}>
              {t('removePage')}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {isRemoving ? (
        <Suspense>
          <RemovePage posting={posting} onClose={() => setRemoving(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
