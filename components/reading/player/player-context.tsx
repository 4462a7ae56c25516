'use client'

import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'

import type { Chapter } from '#lib/api/media.ts'

/** A sound that is heard, or waits for it. */
export type PlayItem = {
  readonly postingId: string
  readonly url: string
  readonly title: string
  readonly sourceTitle: string
  readonly imageUrl: string | null
  /** Where to begin, as far as it was heard on any device. */
  readonly startMs: number
  readonly chapters: readonly Chapter[]
  /** More of them are in a file. */
  readonly hasChapterFile: boolean
}

type Player = {
  /** The first one plays. */
  readonly queue: readonly PlayItem[]
  readonly play: (item: PlayItem) => void
  readonly playLater: (item: PlayItem) => void
}

const PlayerContext = createContext<Player>({ queue: [], play: () => undefined, playLater: () => undefined })
const PlayerBar = lazy(async () => ({ default: (await import('./player-bar.tsx')).PlayerBar }))

/** What plays goes on while lists and texts change; the bar, and its code, are there only while something does. */
export function PlayerProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly PlayItem[]>([])
  const player = useMemo(
    () => ({
      queue,
      play: (item: PlayItem) => setQueue((now) => [item, ...now.filter(({ url }) => url !== item.url)]),
      playLater: (item: PlayItem) =>
        setQueue((now) => (now.some(({ url }) => url === item.url) ? now : [...now, item])),
    }),
    [queue],
  )
  const [playing] = queue
  return (
    <PlayerContext value={player}>
      <div data-playing={playing !== undefined} className="group/player flex h-full min-h-0 flex-col">
        <div className="min-h-0 flex-1">{children}</div>
        {playing === undefined ? null : (
          <Suspense>
            <PlayerBar
              key={playing.url}
              item={playing}
              waiting={queue.length - 1}
              onNext={() => setQueue((now) => now.slice(1))}
              onClose={() => setQueue([])}
            />
          </Suspense>
        )}
      </div>
    </PlayerContext>
  )
}

/** What plays, and how to have something played. */
export function usePlayer(): Player {
  return useContext(PlayerContext)
}
