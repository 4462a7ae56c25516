import { useEffect, type RefObject } from 'react'
import type { PlayItem } from './play-item.ts'

/** Tells the system what plays, so that its keys, its lock screen and headphones steer it. */
export function useMediaSession(
  media: RefObject<HTMLMediaElement | null>,
  { title, sourceTitle, imageUrl }: PlayItem,
  skip: (seconds: number) => void,
  onNext: () => void,
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: sourceTitle,
      artwork: imageUrl === null ? [] : [{ src: new URL(imageUrl, window.location.href).href }],
    })
    const acts: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
      ['play', () => void media.current?.play()],
      ['pause', () => media.current?.pause()],
      ['seekbackward', () => skip(-15)],
      ['seekforward', () => skip(30)],
      ['nexttrack', onNext],
      [
        'seekto',
        ({ seekTime }) => {
          if (media.current !== null && seekTime !== undefined) media.current.currentTime = seekTime
        },
      ],
    ]
    for (const [action, act] of acts) mediaSession.setActionHandler(action, act)
    return () => {
      for (const [action] of acts) mediaSession.setActionHandler(action, null)
      mediaSession.metadata = null
    }
  }, [media, title, sourceTitle, imageUrl, skip, onNext])
}
