import { createContext, useContext } from 'react'
import type { Chapter } from '#lib/api/postings/media.ts'

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

export type Player = {
  /** The first one plays. */
  readonly queue: readonly PlayItem[]
  /** What is heard, once its code is there. */
  readonly sound: HTMLAudioElement | null
  /** Null: none was chosen since this page was loaded. */
  readonly speed: number | null
  readonly play: (item: PlayItem) => void
  readonly playLater: (item: PlayItem) => void
  readonly next: () => void
  readonly close: () => void
  readonly setSpeed: (speed: number) => void
}

export const nothing = () => undefined

export const PlayerContext = createContext<Player>({
  ...{ queue: [], sound: null, speed: null, play: nothing, playLater: nothing },
  ...{ next: nothing, close: nothing, setSpeed: nothing },
})

/** What plays, and how to have something played. */
export function usePlayer(): Player {
  return useContext(PlayerContext)
}
