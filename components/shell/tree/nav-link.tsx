'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { useGo } from '#components/ui/use-go.ts'
import { formatUnread } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

type NavLinkProps = {
  /** "/?folder=1", "/sources" */
  readonly href: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Unread postings behind it, or all of them. */
  readonly count?: number
  readonly counts?: 'unread' | 'all'
  /** A mark that something is wrong, with its words. */
  readonly mark?: ReactNode
  readonly onNavigate?: () => void
  readonly className?: string
}

/** A line of the sidebar. The one shown now is a tile of paper; what has nothing unread is muted. */
export function NavLink(props: NavLinkProps) {
  return <NavLine {...props} isCurrent={useIsCurrent(props.href)} go={useGo()} />
}

type NavLineProps = NavLinkProps & { readonly isCurrent: boolean; readonly go: ReturnType<typeof useGo> }

/** Apart, as the address and the router's context change with each posting that is opened: it asks for neither. */
const NavLine = memo(function NavLine({ href, icon, children, isCurrent, go, ...rest }: NavLineProps) {
  const { count, counts = 'unread', mark, onNavigate, className } = rest
  const t = useWords('shell')
  const locale = useLocale()
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        followPlain(event, href, go)
        onNavigate?.()
      }}
      className={cn(
        'flex h-[30px] min-w-0 items-center gap-[9px] rounded-2 px-2 font-[500] pointer-coarse:h-11',
        isCurrent
          ? 'bg-paper font-[600] text-ink shadow-[0_0_0_1px_var(--line)]'
          : 'text-ink-2 hover:bg-hover hover:text-ink',
        Boolean(count) && 'text-ink',
        className,
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">
        <bdi>{children}</bdi>
      </span>
      {mark}
      {count ? (
        <span className={cn('text-12 font-[500]', isCurrent ? 'font-[600] text-ink' : 'text-ink-3')}>
          {formatUnread(count, locale)}
          {counts === 'unread' ? <span className="sr-only">{` ${t('unread', { count })}`}</span> : null}
        </span>
      ) : null}
    </Link>
  )
})

/** Whether the page or list at an address is the one being shown. */
export function useIsCurrent(href: string): boolean {
  const pathname = usePathname()
  const search = useSearchParams()
  const [path = '', query = ''] = href.split('?')
  if (path !== '/') return pathname === path || pathname.startsWith(`${path}/`)
  const wanted = new URLSearchParams(query)
  const isSearch = search.has('q')
  // Of a view only its name counts: its search may be under change. Of the search neither words nor place do.
  if (wanted.has('view')) return pathname === '/' && isSearch && search.get('view') === wanted.get('view')
  if (wanted.has('q') || isSearch)
    return pathname === '/' && wanted.has('q') && isSearch && !search.has('view')
  return (
    pathname === '/' &&
    ['folder', 'source', 'label', 'starred', 'later', 'fresh'].every(
      (name) => search.get(name) === wanted.get(name),
    )
  )
}

/** As useGo, for plain clicks only; with a modifier the browser does what it always does. */
export function useListNavigation(href: string): (event: MouseEvent) => void {
  const go = useGo()
  return (event) => followPlain(event, href, go)
}

export function followPlain(event: MouseEvent, href: string, go: ReturnType<typeof useGo>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go(href)
}
