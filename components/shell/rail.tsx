'use client'

import { Gauge, Layers, Menu as MenuIcon, Plus, Rss, Search, Settings, Star, Zap } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { LogoMark } from '#components/ui/logo.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { useMe } from '#lib/queries/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useIsCurrent, useListNavigation } from './nav-link.tsx'

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

type RailProps = { readonly onOpenSheet: () => void; readonly className?: string }

/** The sidebar folded to icons; the folders come in a sheet. */
export function Rail({ onOpenSheet, className }: RailProps) {
  const t = useWords('shell')
  const isAdmin = useMe().data?.role === 'admin'
  return (
    <nav
      aria-label={t('pages')}
      className={cn('flex-col items-center gap-1 border-e border-line bg-deep pb-2', className)}
    >
      <Link href="/" aria-label="Skylark" className="grid h-13 w-10 place-items-center">
        <LogoMark />
      </Link>
      <Tooltip text={t('foldersAndSources')} side="end">
        <Button
          variant="quiet"
          iconOnly
          aria-label={t('foldersAndSources')}
          className="size-10"
          onClick={onOpenSheet}
        >
          <MenuIcon {...icon} />
        </Button>
      </Tooltip>
      <RailLink href="/subscribe" name={t('subscribe')} icon={<Plus {...icon} />} />
      <RailLink href="/?q=" name={t('search')} icon={<Search {...icon} />} />
      <RailLink href="/?fresh=1" name={t('freshLane')} icon={<Zap {...icon} />} />
      <RailLink href="/" name={t('allPostings')} icon={<Layers {...icon} />} />
      <RailLink href="/?starred=1" name={t('starred')} icon={<Star {...icon} />} />
      <span className="flex-1" />
      <RailLink href="/sources" name={t('subscriptions')} icon={<Rss {...icon} />} />
      {isAdmin ? <RailLink href="/admin" name={t('admin')} icon={<Gauge {...icon} />} /> : null}
      <RailLink href="/settings" name={t('settings')} icon={<Settings {...icon} />} />
      <AccountMenu />
    </nav>
  )
}

type RailLinkProps = { readonly href: string; readonly name: string; readonly icon: ReactNode }

function RailLink(props: RailLinkProps) {
  return <RailTile {...props} isCurrent={useIsCurrent(props.href)} />
}

type RailTileProps = RailLinkProps & { readonly isCurrent: boolean }

/** Apart, as the address changes with each posting that is opened. */
const RailTile = memo(function RailTile({ href, name, icon: drawn, isCurrent }: RailTileProps) {
  const go = useListNavigation(href)
  return (
    <Tooltip text={name} side="end">
      <Link
        href={href}
        prefetch={false}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={go}
        className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-paper aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
      >
        {drawn}
      </Link>
    </Tooltip>
  )
})
