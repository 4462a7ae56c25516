'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useMarkedPart } from '#components/ui/use-marked-part.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The pages that few servers ever need, in a drawer below the tabs. */
const drawer = [
  { href: '/admin/budget', name: 'budgetAndPolicy' },
  { href: '/admin/lab', name: 'lab' },
  { href: '/admin/hosts', name: 'hosts' },
  { href: '/admin/retention', name: 'retention' },
  { href: '/admin/audit', name: 'audit' },
] as const

const tabs = [
  { href: '/admin', name: 'overview' },
  { href: '/admin/people', name: 'people' },
  { href: '/admin/sources', name: 'sources' },
] as const

/** On phones the drawer is wider than the window. */
function bringIntoSight(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

const tabLook =
  'flex h-full shrink-0 items-center border-b-2 border-transparent font-[550] whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink'

/** The admin's pages. */
export function AdminTabs() {
  const t = useWords('admin')
  const pathname = usePathname()
  const isInDrawer = drawer.some(({ href }) => href === pathname)
  useMarkedPart()
  return (
    <nav aria-label={t('admin')} className="sticky top-0 z-20 border-b border-line bg-ground">
      <div className="flex h-13 items-center gap-6 overflow-x-auto overflow-y-hidden px-10 max-sm:gap-4 max-sm:px-4">
        <span className="font-semibold max-sm:sr-only">{t('admin')}</span>
        {tabs.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
            className={tabLook}
          >
            {t(name)}
          </Link>
        ))}
        <Link href={drawer[0].href} aria-current={isInDrawer ? 'true' : undefined} className={tabLook}>
          {t('advanced')}
        </Link>
      </div>
      {isInDrawer && (
        <div className="flex h-10 items-center gap-5 overflow-x-auto overflow-y-hidden border-t border-line px-10 max-sm:px-4 pointer-coarse:h-11">
          {drawer.map(({ href, name }) => (
            <Link
              key={href}
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              ref={pathname === href ? bringIntoSight : undefined}
              className={tabLook}
            >
              {t(name)}
            </Link>
          ))}
        </div>
      )}
    </nav>
  )
}
