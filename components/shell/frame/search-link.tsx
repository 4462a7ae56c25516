'use client'

import { Search } from 'lucide-react'
import Link from 'next/link'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'
import { Key } from '#components/ui/form/key.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useListNavigation } from '#components/shell/tree/nav-link.tsx'

/** Looks like the field that it opens over the list. */
export function SearchLink() {
  const t = useWords('shell')
  const hotkey = useHotkeys()('search')
  return (
    <Link
      href="/?q="
      prefetch={false}
      aria-keyshortcuts={hotkey ?? undefined}
      onClick={useListNavigation('/?q=')}
      className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-2 border border-control bg-paper px-2.5 text-13 text-ink-3 hover:border-ink-3 pointer-coarse:h-11"
    >
      <Search aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      <span className="flex-1 truncate">{t('search')}</span>
      {hotkey === null ? null : (
        <span aria-hidden className="pointer-coarse:hidden">
          <Key>{hotkey}</Key>
        </span>
      )}
    </Link>
  )
}
