'use client'

import { useCallback, useEffect, useRef } from 'react'
import { keptSpeed } from './speeds.ts'
import { useKeptPosition } from './use-kept-position.ts'
import { useMediaSession } from './use-media-session.ts'
import type { PlayItem } from './play-item.ts'

type PlayerSoundProps = {
  readonly item: PlayItem
  /** Null: none was chosen since this page was loaded. */
  readonly chosenSpeed: number | null
  readonly onSound: (sound: HTMLAudioElement | null) => void
  readonly onNext: () => void
}

/** The sound alone, without anything to see: pages come and go around it. */
export function PlayerSound({ item, chosenSpeed, onSound, onNext }: PlayerSoundProps) {
  const media = useRef<HTMLAudioElement>(null)
  const speed = chosenSpeed ?? keptSpeed()
  const skip = useCallback((seconds: number) => {
    if (media.current !== null) media.current.currentTime += seconds
  }, [])
  useKeptPosition(media, item)
  useEffect(() => {
    onSound(media.current)
    // Not by `autoPlay`: sound that is at hand starts before React listens, and the bar would offer to play what plays.
    void media.current?.play().catch(() => undefined) // the browser wants another press: the bar shows that it rests
    return () => onSound(null)
  }, [onSound])
  useEffect(() => {
    if (media.current === null) return
    media.current.defaultPlaybackRate = speed // loading goes back to this
    media.current.playbackRate = speed
  }, [speed])
  useMediaSession(media, item, skip, onNext)
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- publishers of podcasts give none with the sound
    <audio ref={media} src={item.url} preload="metadata" onEnded={onNext} />
  )
}
