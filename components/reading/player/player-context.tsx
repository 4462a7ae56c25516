'use client'

import { type ReactNode, Suspense, createContext, useContext, useMemo, useState } from 'react'

import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { PlayItem } from './play-item.ts'
const PlayerSound = lazyPart(async () => (await import('./player-sound.tsx')).PlayerSound)

/**
 * The sound that plays goes on while lists, texts and pages change: it belongs around all of them. The frame of the pages draws
 * its bar; the code of both is there only while something plays.
 */
export function PlayerProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly PlayItem[]>([])
  const [sound, setSound] = useState<HTMLAudioElement | null>(null)
  const [speed, setSpeed] = useState<number | null>(null)
  const player = useMemo(
    () => ({
      queue,
      sound,
      speed,
      setSpeed,
      play: (item: PlayItem) => setQueue((now) => [item, ...now.filter(({ url }) => url !== item.url)]),
      playLater: (item: PlayItem) =>
        setQueue((now) => (now.some(({ url }) => url === item.url) ? now : [...now, item])),
      next: () => setQueue((now) => now.slice(1)),
      close: () => setQueue([]),
    }),
    [queue, sound, speed],
  )
  const [playing] = queue
  return (
    <PlayerContext value={player}>
      {children}
      {playing === undefined ? null : (
        <Suspense>
          <PlayerSound
            key={playing.url}
            item={playing}
            chosenSpeed={speed}
            onSound={setSound}
            onNext={player.next}
          />
        </Suspense>
      )}
    </PlayerContext>
  )
}

type Player = {
  /** The first one plays. */
  readonly queue: readonly PlayItem[]
  /** The element that plays; null until its code is there. */
  readonly sound: HTMLAudioElement | null
  /** Null: none was chosen since this page was loaded. */
  readonly speed: number | null
  readonly play: (item: PlayItem) => void
  readonly playLater: (item: PlayItem) => void
  readonly next: () => void
  readonly close: () => void
  readonly setSpeed: (speed: number) => void
}

const nothing = () => undefined

const PlayerContext = createContext<Player>({
  queue: [],
  sound: null,
  speed: null,
  play: nothing,
  playLater: nothing,
  next: nothing,
  close: nothing,
  setSpeed: nothing,
})

/** The sound that plays now, and the acts that steer it. */
export function usePlayer(): Player {
  return useContext(PlayerContext)
}
