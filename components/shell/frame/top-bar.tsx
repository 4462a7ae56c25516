'use client'

import { Menu as MenuIcon, Plus } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { Logo } from '#components/ui/logo.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { SearchLink } from './search-link.tsx'

type TopBarProps = { readonly onOpenSheet: () => void; readonly className?: string }

/** For windows too narrow for a rail and too wide for a phone's tabs. */
export function TopBar({ onOpenSheet, className }: TopBarProps) {
  const t = useWords('shell')
  return (
    <nav
      aria-label={t('pages')}
      className={cn('h-13 shrink-0 items-center gap-2 border-b border-line bg-deep px-3', className)}
    >
      <Button variant="quiet" iconOnly aria-label={t('foldersAndSources')} onClick={onOpenSheet}>
        <MenuIcon aria-hidden size={18} strokeWidth={1.75} />
      </Button>
      <Link href="/">
        <Logo />
      </Link>
      <span className="flex min-w-0 flex-1 justify-end px-2 *:max-w-80">
        <SearchLink />
      </span>
      <Button variant="solid" asChild>
        <Link href="/subscribe" prefetch={false}>
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          {t('subscribe')}
        </Link>
      </Button>
      <AccountMenu align="end" />
    </nav>
  )
}
