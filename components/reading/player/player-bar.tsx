'use client'

import { Pause, Play, SkipForward, StepBack, StepForward, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useChapters } from '#lib/queries/postings/chapters.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ChapterChoice } from './chapter-choice.tsx'
import { clockOf } from './clock-of.ts'
import { keepSpeed, keptSpeed, speeds } from './speeds.ts'
import type { PlayItem } from './play-item.ts'
import { usePlayer } from './player-context.tsx'

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

/** The sound that plays, with all that steers it; it stays while lists, texts and pages move. */
export function PlayerBar() {
  const t = useWords('player')
  const { queue, sound, speed, next, close, setSpeed } = usePlayer()
  const { isPlaying, at, length } = usePlayback(sound)
  const [item] = queue
  if (item === undefined) return null
  const waiting = queue.length - 1
  const goTo = (seconds: number) => seek(sound, seconds)
  const skip = (seconds: number) => goTo((sound?.currentTime ?? 0) + seconds)
  const toggle = () => (isPlaying ? sound?.pause() : void sound?.play())
  return (
    <section
      aria-label={t('player')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-raised px-4 py-2 max-sm:relative max-sm:z-30 max-sm:gap-x-1 lg:col-start-2"
    >
      <div className="min-w-0 flex-1 basis-40 max-sm:basis-24">
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
          <Button variant="quiet" iconOnly aria-label={t('skipNext')} onClick={next}>
            <SkipForward {...icon} />
          </Button>
        ) : null}
        <Button variant="quiet" iconOnly aria-label={t('closePlayer')} onClick={close}>
          <X {...icon} />
        </Button>
      </div>
      <Chapters item={item} at={at} onChoose={goTo} />
      <Place at={at} length={length} onChange={goTo} />
      <Speed
        speed={speed ?? keptSpeed()}
        onChange={(chosen) => {
          setSpeed(chosen)
          keepSpeed(chosen)
        }}
      />
    </section>
  )
}

type ChaptersProps = {
  readonly item: PlayItem
  /** Seconds heard. */
  readonly at: number
  readonly onChoose: (seconds: number) => void
}

function Chapters({ item, ...choice }: ChaptersProps) {
  const chapters = useChapters(item)
  return chapters.length === 0 ? null : <ChapterChoice chapters={chapters} {...choice} />
}

const news = ['play', 'pause', 'timeupdate', 'seeking', 'durationchange'] as const

/** The state of a sound, in seconds; it may have played long before this bar was drawn. */
function usePlayback(sound: HTMLAudioElement | null) {
  const [playback, setPlayback] = useState({ isPlaying: false, at: 0, length: 0 })
  useEffect(() => {
    if (sound === null) return
    const stop = new AbortController()
    const look = () =>
      setPlayback({
        isPlaying: !sound.paused,
        at: sound.currentTime,
        length: Number.isFinite(sound.duration) ? sound.duration : 0,
      })
    for (const kind of news) sound.addEventListener(kind, look, { signal: stop.signal })
    look()
    return () => stop.abort()
  }, [sound])
  return playback
}

function seek(sound: HTMLAudioElement | null, seconds: number): void {
  if (sound !== null) sound.currentTime = seconds
}

type PlaceProps = { readonly at: number; readonly length: number; readonly onChange: (at: number) => void }

/** The place in it, in seconds. */
function Place({ at, length, onChange }: PlaceProps) {
  const t = useWords('player')
  const words = t('resume', { position: clockOf(at), length: clockOf(length) })
  return (
    <span
      className="flex min-w-0 flex-[2] basis-60 items-center gap-2 text-12 text-ink-3 max-sm:basis-40"
      dir="ltr"
    >
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

type SpeedProps = { readonly speed: number; readonly onChange: (speed: number) => void }

function Speed({ speed, onChange }: SpeedProps) {
  const t = useWords('player')
  return (
    <select
      aria-label={t('speed')}
      value={speed}
      onChange={(event) => onChange(Number(event.target.value))}
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
