'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useWords } from '#lib/words/use-words.tsx'

const tabs = [
  { href: '/admin', name: 'overview' },
  { href: '/admin/sources', name: 'sources' },
  { href: '/admin/lab', name: 'lab' },
  { href: '/admin/hosts', name: 'hosts' },
  { href: '/admin/settings', name: 'server' },
  { href: '/admin/retention', name: 'retention' },
  { href: '/admin/audit', name: 'audit' },
] as const

/** On phones the tabs are wider than the window. */
function bringIntoSight(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The admin's pages. */
export function AdminTabs() {
  const t = useWords('admin')
  const pathname = usePathname()
  return (
    <nav
      aria-label={t('admin')}
      className="sticky top-0 z-20 flex h-13 items-center gap-1 overflow-x-auto overflow-y-hidden border-b border-line bg-ground px-10 max-sm:px-4"
    >
      <span className="me-3 font-semibold max-sm:sr-only">{t('admin')}</span>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={pathname === tab.href ? 'page' : undefined}
          ref={pathname === tab.href ? bringIntoSight : undefined}
          className="flex h-13 shrink-0 items-center border-b-2 border-transparent px-2.5 font-[550] whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          {t(tab.name)}
        </Link>
      ))}
    </nav>
  )
}
