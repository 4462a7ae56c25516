'use client'

import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useServerEvents } from '#lib/queries/events.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { Rail } from './rail.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

const FolderSheet = lazy(async () => ({ default: (await import('./folder-sheet.tsx')).FolderSheet }))

/**
 * What all signed-in pages stand in: a sidebar of 252 px from 1280 px on, a rail of 56 px from 960, a bar above with a
 * sheet from 640, tabs below on phones. The page scrolls inside; one event stream serves all of it.
 */
export function AppFrame({ children }: { readonly children: ReactNode }) {
  useServerEvents()
  const t = useWords('shell')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const openSheet = () => setSheetOpen(true)
  return (
    <div className="flex h-dvh flex-col overflow-hidden lg:grid lg:grid-cols-[56px_minmax(0,1fr)] xl:grid-cols-[252px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-2 focus:bg-raised focus:px-3 focus:py-2 focus:shadow-menu"
      >
        {t('skipToContent')}
      </a>
      <Sidebar className="hidden xl:flex" />
      <Rail className="hidden lg:flex xl:hidden" onOpenSheet={openSheet} />
      <TopBar className="hidden sm:flex lg:hidden" onOpenSheet={openSheet} />
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
        {children}
      </main>
      <TabBar className="sm:hidden" onOpenSheet={openSheet} />
      {isSheetOpen ? (
        <Suspense>
          <FolderSheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
