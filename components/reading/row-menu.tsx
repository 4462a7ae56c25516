'use client'

import type { ReactNode } from 'react'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingActs } from './use-posting-acts.ts'

type RowMenuProps = { readonly trigger: ReactNode; readonly id: string; readonly acts: PostingActs }

/** What is done from a posting on; opens as soon as it is there. */
export function RowMenu({ trigger, id, acts }: RowMenuProps) {
  const t = useWords('reading')
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => acts.markBeside(id, 'upTo')}>{t('markUpTo')}</MenuItem>
      <MenuItem onSelect={() => acts.markBeside(id, 'above')}>{t('markAbove')}</MenuItem>
      <MenuItem onSelect={() => acts.markBeside(id, 'below')}>{t('markBelow')}</MenuItem>
    </Menu>
  )
}
