'use client'

import { ALargeSmall, Share } from 'lucide-react'
import { type ComponentProps } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

// What opens comes when it is first opened.
const TextLook = lazyPart(async () => (await import('./text-look.tsx')).TextLook)
const ShareMenu = lazyPart(async () => (await import('#components/reading/row/share-menu.tsx')).ShareMenu)

type ToolProps = { readonly size?: ComponentProps<typeof Button>['size']; readonly iconSize: number }

/** The tool for the look of the text. */
export function LookTool({ size = 'regular', iconSize }: ToolProps) {
  const t = useWords('text')
  const trigger = (
    <Button variant="quiet" size={size} iconOnly aria-label={t('look')} title={t('look')}>
      <ALargeSmall aria-hidden size={iconSize} strokeWidth={1.75} />
    </Button>
  )
  return (
    <OpenLater trigger={trigger}>
      <TextLook trigger={trigger} />
    </OpenLater>
  )
}

/** Ways to hand a posting on. */
export function ShareTool({
  posting,
  size = 'regular',
  iconSize,
}: ToolProps & { readonly posting: PostingItem }) {
  const t = useWords('text')
  const trigger = (
    <Button variant="quiet" size={size} iconOnly aria-label={t('share')} title={t('share')}>
      <Share aria-hidden size={iconSize} strokeWidth={1.75} />
    </Button>
  )
  return (
    <OpenLater trigger={trigger}>
      <ShareMenu trigger={trigger} posting={posting} />
    </OpenLater>
  )
}
