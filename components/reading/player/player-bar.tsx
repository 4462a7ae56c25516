'use client'

import { Pause, Play, SkipForward, StepBack, StepForward, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useChapters } from '#lib/queries/chapters.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ChapterChoice } from './chapter-choice.tsx'
import { clockOf } from './clock-of.ts'
import type { PlayItem } from './player-context.tsx'
import { useKeptPosition } from './use-kept-position.ts'
import { useMediaSession } from './use-media-session.ts'

type PlayerBarProps = {
  readonly item: PlayItem
  /** More in the queue. */
  readonly waiting: number
  readonly onNext: () => void
  readonly onClose: () => void
}

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

/** What plays, with all that steers it; it stays while the list and the text move. */
export function PlayerBar({ item, waiting, onNext, onClose }: PlayerBarProps) {
  const t = useWords('text')
  const media = useRef<HTMLAudioElement>(null)
  const chapters = useChapters(item)
  const [isPlaying, setPlaying] = useState(false)
  const [place, setPlace] = useState({ at: item.startMs / 1000, length: 0 })
  const skip = useCallback((seconds: number) => {
    if (media.current !== null) media.current.currentTime += seconds
  }, [])
  useKeptPosition(media, item)
  useEffect(() => {
    // Not by `autoPlay`: sound that is at hand starts before React listens, and the bar would offer to play what plays.
    void media.current?.play().catch(() => undefined) // the browser wants another press: the bar shows that it rests
  }, [])
  useMediaSession(media, item, skip, onNext)
  const goTo = (at: number) => {
    if (media.current !== null) media.current.currentTime = at
    setPlace((now) => ({ ...now, at }))
  }
  const toggle = () => (isPlaying ? media.current?.pause() : void media.current?.play())
  const follow = ({
    currentTarget: { currentTime, duration },
  }: {
    readonly currentTarget: HTMLAudioElement
  }) => setPlace({ at: currentTime, length: Number.isFinite(duration) ? duration : 0 })
  return (
    <section
      aria-label={t('player')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-raised px-4 py-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(60px+env(safe-area-inset-bottom))] max-sm:z-30"
    >
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- publishers of podcasts give none with the sound */}
      <audio
        ref={media}
        src={item.url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={follow}
        onDurationChange={follow}
        onEnded={onNext}
      />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="truncate font-[550]">
          {item.title}
        </p>
        <p dir="auto" className="truncate text-12 text-ink-3">
          {item.sourceTitle}
          {waiting > 0 ? ` · ${t('queued', { count: waiting })}` : ''}
        </p>
      </div>
      <div className="flex items-center gap-0.5" dir="ltr">
        <Button variant="quiet" iconOnly aria-label={t('back15')} onClick={() => skip(-15)}>
          <StepBack {...icon} />
        </Button>
        <Button iconOnly aria-label={isPlaying ? t('pause') : t('play')} onClick={toggle}>
          {isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
        </Button>
        <Button variant="quiet" iconOnly aria-label={t('forward30')} onClick={() => skip(30)}>
          <StepForward {...icon} />
        </Button>
      </div>
      <div className="flex items-center gap-0.5 sm:order-last">
        {waiting > 0 ? (
          <Button variant="quiet" iconOnly aria-label={t('skipNext')} onClick={onNext}>
            <SkipForward {...icon} />
          </Button>
        ) : null}
        <Button variant="quiet" iconOnly aria-label={t('closePlayer')} onClick={onClose}>
          <X {...icon} />
        </Button>
      </div>
      {chapters.length === 0 ? null : <ChapterChoice chapters={chapters} at={place.at} onChoose={goTo} />}
      <Place {...place} onChange={goTo} />
      <Speed onChange={(speed) => media.current !== null && (media.current.playbackRate = speed)} />
    </section>
  )
}

type PlaceProps = { readonly at: number; readonly length: number; readonly onChange: (at: number) => void }

/** Where it is, in seconds. */
function Place({ at, length, onChange }: PlaceProps) {
  const t = useWords('text')
  const words = t('resume', { position: clockOf(at), length: clockOf(length) })
  return (
    <span className="flex min-w-0 flex-[2] basis-60 items-center gap-2 text-12 text-ink-3" dir="ltr">
      <input
        type="range"
        aria-label={t('position')}
        aria-valuetext={words}
        min={0}
        max={Math.max(1, Math.floor(length))}
        value={Math.min(Math.floor(at), Math.max(1, Math.floor(length)))}
        disabled={length === 0}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 min-w-0 flex-1 accent-ink pointer-coarse:h-11"
      />
      <span aria-hidden className="tabular-nums">
        {clockOf(at)} / {clockOf(length)}
      </span>
    </span>
  )
}

function Speed({ onChange }: { readonly onChange: (speed: number) => void }) {
  const t = useWords('text')
  const [speed, setSpeed] = useState(1)
  return (
    <select
      aria-label={t('speed')}
      value={speed}
      onChange={(event) => {
        const chosen = Number(event.target.value)
        setSpeed(chosen)
        onChange(chosen)
      }}
      className="h-8 rounded-2 border border-control bg-paper px-1.5 text-12 pointer-coarse:h-11"
    >
      {speeds.map((each) => (
        <option key={each} value={each}>
          {t('speedOf', { speed: each })}
        </option>
      ))}
    </select>
  )
}
