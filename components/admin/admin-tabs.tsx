'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

const tabs = [
  { href: '/admin', name: 'Overview' },
  { href: '/admin/sources', name: 'Sources' },
  { href: '/admin/hosts', name: 'Hosts' },
  { href: '/admin/settings', name: 'Server' },
] as const

/** The admin's pages. */
export function AdminTabs() {
  const pathname = usePathname()
  return (
    <nav
      aria-label="Admin"
      className="sticky top-0 z-20 flex h-13 items-center gap-1 border-b border-line bg-ground px-10 max-sm:px-4"
    >
      <span className="mr-3 font-semibold max-sm:sr-only">Admin</span>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={pathname === tab.href ? 'page' : undefined}
          className="flex h-13 items-center border-b-2 border-transparent px-2.5 font-[550] text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}
