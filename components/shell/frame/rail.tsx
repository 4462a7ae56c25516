'use client'

import { Bell, Layers, Menu as MenuIcon, Plus, Search, Settings, Star, Zap } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { LogoMark } from '#components/ui/logo.tsx'
import { Tooltip } from '#components/ui/open/tooltip.tsx'
import { useGo } from '#components/ui/use-go.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { followPlain, useIsCurrent } from '#components/shell/tree/nav-link.tsx'

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

/** Made once, so that a link that stays as it is is not drawn again. */
const icons = {
  plus: <Plus {...icon} />,
  search: <Search {...icon} />,
  zap: <Zap {...icon} />,
  layers: <Layers {...icon} />,
  star: <Star {...icon} />,
  bell: <Bell {...icon} />,
  settings: <Settings {...icon} />,
}

type RailProps = { readonly onOpenSheet: () => void; readonly className?: string }

/** The sidebar folded to icons; the folders come in a sheet. */
export function Rail({ onOpenSheet, className }: RailProps) {
  const t = useWords('shell')
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
      <RailLink href="/subscribe" name={t('subscribe')} icon={icons.plus} />
      <RailLink href="/?q=" name={t('search')} icon={icons.search} />
      <RailLink href="/?fresh=1" name={t('freshLane')} icon={icons.zap} />
      <RailLink href="/" name={t('allPostings')} icon={icons.layers} />
      <RailLink href="/?starred=1" name={t('starred')} icon={icons.star} />
      <span className="flex-1" />
      <RailLink href="/alerts" name={t('alerts')} icon={icons.bell} />
      <RailLink href="/settings" name={t('settings')} icon={icons.settings} />
      <AccountMenu />
    </nav>
  )
}

type RailLinkProps = { readonly href: string; readonly name: string; readonly icon: ReactNode }

function RailLink(props: RailLinkProps) {
  return <RailTile {...props} isCurrent={useIsCurrent(props.href)} go={useGo()} />
}

type RailTileProps = RailLinkProps & { readonly isCurrent: boolean; readonly go: ReturnType<typeof useGo> }

/** Apart, as the address and the router's context change with each posting that is opened: it asks for neither. */
const RailTile = memo(function RailTile({ href, name, icon: drawn, isCurrent, go }: RailTileProps) {
  return (
    <Tooltip text={name} side="end">
      <Link
        href={href}
        prefetch={false}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => followPlain(event, href, go)}
        className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-paper aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
      >
        {drawn}
      </Link>
    </Tooltip>
  )
})
