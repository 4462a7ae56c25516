'use client'

import { ALargeSmall, Share } from 'lucide-react'
import { lazy, type ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
import { OpenLater } from '#components/ui/open-later.tsx'
import type { PostingItem } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

const TextLook = lazy(async () => ({ default: (await import('./text-look.tsx')).TextLook }))
const ShareMenu = lazy(async () => ({ default: (await import('./share-menu.tsx')).ShareMenu }))

type TextToolsProps = {
  readonly posting: PostingItem
  readonly size?: ComponentProps<typeof Button>['size']
  readonly iconSize: number
}

/** How the text looks, and ways to hand it on. What opens comes when it is first opened. */
export function TextTools({ posting, size = 'regular', iconSize }: TextToolsProps) {
  const t = useWords('text')
  const icon = { 'aria-hidden': true, size: iconSize, strokeWidth: 1.75 } as const
  const look = (
    <Button variant="quiet" size={size} iconOnly aria-label={t('look')} title={t('look')}>
      <ALargeSmall {...icon} />
    </Button>
  )
  const share = (
    <Button variant="quiet" size={size} iconOnly aria-label={t('share')} title={t('share')}>
      <Share {...icon} />
    </Button>
  )
  return (
    <>
      <OpenLater trigger={look}>
        <TextLook trigger={look} />
      </OpenLater>
      <OpenLater trigger={share}>
        <ShareMenu trigger={share} posting={posting} />
      </OpenLater>
    </>
  )
}
