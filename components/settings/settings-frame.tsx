'use client'

import {
  Bell,
  BookOpen,
  ChevronRight,
  CircleUser,
  Funnel,
  Plug,
  Search,
  Settings2,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, type ReactNode } from 'react'
import { palettePages } from '#components/palette/palette-pages.ts'
import { openPalette } from '#components/shell/frame/use-frame-keys.ts'
import { cn } from '#components/ui/class-names.ts'
import { NearLink } from '#components/ui/near-link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useMarkedPart } from '#components/ui/use-marked-part.ts'
import { useWords } from '#lib/words/use-words.tsx'

type Group = {
  readonly href: string
  readonly name: string
  /** Some of its settings, where there is room for them. */
  readonly some: readonly string[]
  readonly Icon: LucideIcon
}

/**
 * The groups of the settings beside the one that is shown. On phones the groups are a page of their own, which each group leads back
 * to. The settings without a group show the first one where there is room.
 */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const t = useWords('settings')
  const groups = useGroups()
  const pathname = usePathname()
  const isOverview = pathname === '/settings'
  const shown = groups.find(({ href }) => href === pathname)
  useOldAddress(isOverview)
  useMarkedPart()
  return (
    <div className="max-w-[1000px] px-10 pb-16 max-sm:px-4">
      <PageHead
        title={
          <>
            <span className={cn(!isOverview && 'max-md:hidden')}>{t('title')}</span>
            {isOverview ? null : <span className="md:hidden">{shown?.name}</span>}
          </>
        }
        within={isOverview ? undefined : { href: '/settings', name: t('title'), className: 'md:hidden' }}
      />
      <div className="gap-x-10 md:grid md:grid-cols-[168px_minmax(0,1fr)]">
        <nav
          aria-label={t('sections')}
          className={cn('self-start md:sticky md:top-4 md:-mx-2', !isOverview && 'max-md:hidden')}
        >
          <button
            type="button"
            onClick={openPalette}
            className="flex h-11 w-full items-center gap-2.5 rounded-2 border border-control bg-paper px-2 text-ink-3 hover:border-ink-3 md:mb-1.5 md:h-8 md:pointer-coarse:h-11"
          >
            <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            <span className="truncate">{t('search')}</span>
          </button>
          {groups.map(({ href, name, some, Icon }, place) => (
            <NearLink
              key={href}
              href={href}
              aria-current={href === pathname || (isOverview && place === 0) ? 'page' : undefined}
              className="flex items-center gap-2.5 rounded-2 text-ink-2 hover:bg-hover hover:text-ink max-md:min-h-15 max-md:border-b max-md:border-line md:h-[30px] md:px-2 md:font-[500] md:aria-[current]:bg-pressed md:aria-[current]:text-ink md:pointer-coarse:h-11"
            >
              <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block truncate max-md:text-14 max-md:font-[550] max-md:text-ink">
                  {name}
                </span>
                <span className="block truncate text-12 text-ink-3 md:hidden">{some.join(' · ')}</span>
              </span>
              <ChevronRight
                aria-hidden
                size={16}
                strokeWidth={1.75}
                className="shrink-0 text-ink-3 md:hidden rtl:-scale-x-100"
              />
            </NearLink>
          ))}
        </nav>
        <div className={cn('min-w-0', isOverview && 'max-md:hidden')}>
          <h2 className="sr-only">{(shown ?? groups[0])?.name}</h2>
          {children}
        </div>
      </div>
    </div>
  )
}

function useGroups(): readonly Group[] {
  const t = useWords('settings')
  const text = useWords('text')
  const reading = useWords('reading')
  const shell = useWords('shell')
  return [
    {
      href: '/settings/general',
      name: t('general'),
      Icon: SlidersHorizontal,
      some: [t('theme'), t('density'), t('language'), t('lists')],
    },
    {
      href: '/settings/reading',
      name: text('reading'),
      Icon: BookOpen,
      some: [text('look'), text('images'), text('stories')],
    },
    {
      href: '/settings/notifications',
      name: t('notifications'),
      Icon: Bell,
      some: [shell('alerts'), t('digests')],
    },
    { href: '/settings/automation', name: t('automation'), some: [t('rules')], Icon: Funnel },
    {
      href: '/settings/connections',
      name: t('connections'),
      Icon: Plug,
      some: [t('readerApps'), t('appPasswords'), text('share'), t('outputs')],
    },
    {
      href: '/settings/account',
      name: t('account'),
      Icon: CircleUser,
      some: [t('email'), t('password'), t('sessions'), t('moveOut')],
    },
    {
      href: '/settings/advanced',
      name: t('advanced'),
      Icon: Settings2,
      some: [reading('keys'), t('readingHours'), t('offlineTitle')],
    },
  ]
}

/** Leads from an address of the time when all settings were one page, such as /settings#security, to the place they moved to. */
function useOldAddress(isOverview: boolean): void {
  const router = useRouter()
  useEffect(() => {
    const part = location.hash.slice(1)
    if (!isOverview || part === '') return
    const place = palettePages.find(
      ({ href }) => href.startsWith('/settings/') && /[#/]([^#/]*)$/.exec(href)?.[1] === part,
    )
    if (place !== undefined) router.replace(place.href)
  }, [isOverview, router])
}
