'use client'

import { Ellipsis } from 'lucide-react'
import { type ComponentProps } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)

type MoreToolProps = Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'tabIndex'> & {
  readonly posting: PostingItem
  readonly acts: PostingActs
  readonly iconSize: number
}

/** All that is done with a posting, for fingers and mice alike. */
export function MoreTool({ posting, acts, iconSize, ...look }: MoreToolProps) {
  const t = useWords('reading')
  const trigger = (
    <Button variant="quiet" iconOnly aria-label={t('moreActs')} {...look}>
      <Ellipsis aria-hidden size={iconSize} strokeWidth={1.75} />
    </Button>
  )
  return (
    <OpenLater trigger={trigger}>
      <RowMenu trigger={trigger} posting={posting} acts={acts} />
    </OpenLater>
  )
}
