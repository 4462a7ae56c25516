'use client'

import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { useOrganising } from '#lib/queries/organising/organising.ts'
import { useWords } from '#lib/words/use-words.tsx'

const TreeOrderMenu = lazyPart(async () => (await import('./tree-order-menu.tsx')).TreeOrderMenu)

/** The order that folders and sources stand in, and the way to another one. */
export function TreeOrder() {
  const t = useWords('organising')
  const words = {
    name: t('byName'),
    unread: t('byUnread'),
    newest: t('byNewest'),
    own: t('byOwn'),
  }
  const trigger = (
    <button
      type="button"
      className="-my-1 rounded-1 px-1 py-1 text-11 font-[500] text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      {words[useOrganising().data?.order ?? 'name']}
      <span className="sr-only">{`, ${t('orderHint')}`}</span>
    </button>
  )
  return (
    <OpenLater trigger={trigger}>
      <TreeOrderMenu trigger={trigger} />
    </OpenLater>
  )
}
