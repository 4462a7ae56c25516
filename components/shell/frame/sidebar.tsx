'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Suspense } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { AccountMenu } from './account-menu.tsx'
import { FolderTree } from '#components/shell/tree/folder-tree.tsx'
import { useViews } from '#lib/queries/organising/views.ts'
import { MainLinks } from './main-links.tsx'
import { SearchLink } from './search-link.tsx'

const SidebarFoot = lazyPart(async () => (await import('./after-page.ts')).SidebarFoot)

/** The whole sidebar, for wide windows. */
export function Sidebar({ className }: { readonly className?: string }) {
  const t = useWords('shell')
  return (
    <nav
      aria-label={t('foldersAndPages')}
      className={cn('min-h-0 flex-col border-e border-line bg-deep px-2.5', className)}
    >
      <div className="flex h-13 shrink-0 items-center px-1.5">
        <Link href="/" className="rounded-1">
          <Logo />
        </Link>
      </div>
      <div className="mb-3 flex gap-1.5">
        <SearchLink />
        <Button variant="solid" iconOnly asChild>
          <Link href="/subscribe" prefetch={false} aria-label={t('subscribe')} title={t('subscribe')}>
            <Plus aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        </Button>
      </div>
      <div className="-mx-2.5 min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        <MainLinks />
        <ViewLinks />
        <FolderTree />
      </div>
      {/* As high as its words will be: nothing moves when they come. */}
      <div className="-mx-2.5 flex h-[53px] shrink-0 items-center border-t border-line px-1.5">
        <AccountMenu />
        <Suspense fallback={<span className="flex-1" />}>
          <SidebarFoot />
        </Suspense>
      </div>
    </nav>
  )
}

/** The same places, inside a sheet. */
export function SidebarTree({ onNavigate }: { readonly onNavigate: () => void }) {
  const t = useWords('shell')
  return (
    <nav aria-label={t('foldersAndPages')} className="-mx-2 pt-1">
      <MainLinks onNavigate={onNavigate} />
      <ViewLinks onNavigate={onNavigate} />
      <FolderTree onNavigate={onNavigate} />
    </nav>
  )
}

const ViewList = lazyPart(async () => (await import('#components/shell/tree/view-list.tsx')).ViewList)

/** The views of whoever has some; their code comes for nobody else. */
function ViewLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { data } = useViews()
  if (data === undefined || data.length === 0) return null
  return (
    <Suspense>
      <ViewList views={data} onNavigate={onNavigate} />
    </Suspense>
  )
}
