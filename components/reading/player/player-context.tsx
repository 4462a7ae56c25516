'use client'

import { type ReactNode, Suspense, useMemo, useState } from 'react'

import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { type PlayItem, PlayerContext } from './player-state.ts'
const PlayerSound = lazyPart(async () => (await import('./player-sound.tsx')).PlayerSound)

/**
 * What plays goes on while lists, texts and pages change: it belongs around all of them. The frame of the pages draws
 * its bar; the code of both is there only while something plays.
 */
export function PlayerProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly PlayItem[]>([])
  const [sound, setSound] = useState<HTMLAudioElement | null>(null)
  const [speed, setSpeed] = useState<number | null>(null)
  const player = useMemo(
    () => ({
      ...{ queue, sound, speed, setSpeed },
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
          <PlayerSound key={playing.url} item={playing} onSound={setSound} onNext={player.next} />
        </Suspense>
      )}
    </PlayerContext>
  )
}
