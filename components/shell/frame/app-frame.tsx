'use client'

import { usePathname } from 'next/navigation'
import { Suspense, type ReactNode } from 'react'
import { IconsShown } from '#components/ui/icons-shown.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useOpenOnPage } from '#components/ui/open/use-open-on-page.ts'
import { useRenewedSession } from '#lib/queries/requests/renew-session.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { Rail } from './rail.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePalette } from './use-frame-keys.ts'
import { useServerEvents } from './use-server-events.ts'
import { usePlayer } from '#components/reading/player/player-context.tsx'

const FolderSheet = lazyPart(async () => (await import('./folder-sheet.tsx')).FolderSheet)

const Palette = lazyPart(async () => (await import('#components/palette/palette.tsx')).Palette)
const PageKeys = lazyPart(async () => (await import('#components/reading/keys/page-keys.tsx')).PageKeys)
const PlayerBar = lazyPart(async () => (await import('#components/reading/player/player-bar.tsx')).PlayerBar)
const OfflineNotice = lazyPart(async () => (await import('./after-page.ts')).OfflineNotice)

type AppFrameProps = {
  /** The page's place among the server's events (lib/api/events/events.ts); null: unknown. */
  readonly since: string | null
  readonly children: ReactNode
}

/**
 * The frame of all signed-in pages: a sidebar of 252 px from 1280 px on, a rail of 56 px from 960, a bar above with a
 * sheet from 640, tabs below on phones. The page scrolls inside; one event stream serves all of it.
 */
export function AppFrame({ since, children }: AppFrameProps) {
  useServerEvents(since)
  useRenewedSession()
  const t = useWords('shell')
  const [isSheetOpen, setSheetOpen] = useOpenOnPage()
  const openSheet = () => setSheetOpen(true)
  const palette = usePalette()
  const pathname = usePathname()
  const hasOwnKeys = pathname === '/'
  const isPlaying = usePlayer().queue.length > 0
  const { images } = useReadingSettings()
  return (
    <IconsShown value={images !== 'none'}>
      <div
        data-playing={isPlaying}
        className="group/player flex h-dvh flex-col overflow-hidden lg:grid lg:grid-cols-[56px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto_auto] xl:grid-cols-[252px_minmax(0,1fr)]"
      >
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-2 focus:bg-raised focus:px-3 focus:py-2 focus:shadow-menu"
        >
          {t('skipToContent')}
        </a>
        <Sidebar className="hidden xl:row-span-3 xl:flex" />
        <Rail className="hidden lg:row-span-3 lg:flex xl:hidden" onOpenSheet={openSheet} />
        <TopBar className="hidden sm:flex lg:hidden" onOpenSheet={openSheet} />
        {/* Another one for each part of the app: there it begins at its top, also on the way back, on which Next scrolls nothing. */}
        <main
          key={pathname.split('/')[1]}
          id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none"
        >
          {children}
        </main>
        {isPlaying ? (
          <Suspense>
            <PlayerBar />
          </Suspense>
        ) : null}
        <Suspense>
          <OfflineNotice />
        </Suspense>
        <Suspense>{hasOwnKeys ? null : <PageKeys />}</Suspense>
        <TabBar className="sm:hidden" onOpenSheet={openSheet} />
        {isSheetOpen ? (
          <Suspense>
            <FolderSheet onClose={() => setSheetOpen(false)} />
          </Suspense>
        ) : null}
        {palette.isOpen ? (
          <Suspense>
            <Palette onClose={palette.close} />
          </Suspense>
        ) : null}
      </div>
    </IconsShown>
  )
}
