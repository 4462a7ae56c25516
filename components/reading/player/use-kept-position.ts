import { useEffect, useState, type RefObject } from 'react'
import { useKeepMediaPosition } from '#lib/queries/postings/text-being-read.ts'

/** While it plays, its place is sent so often; and when it pauses or is left. */
const SEND_EVERY_MS = 10_000
/** A sound heard to here was heard to its end: it begins anew. */
const END_MS = 5_000

/** Lets a sound or film begin where it was left, on any device, and keeps where it is. */
export function useKeptPosition(
  media: RefObject<HTMLMediaElement | null>,
  { postingId, url, startMs }: { readonly postingId: string; readonly url: string; readonly startMs: number },
): void {
  const keep = useKeepMediaPosition()
  const [firstMs] = useState(startMs) // the position that is kept moves on; where this began does not
  useEffect(() => {
    const element = media.current
    if (element === null) return
    let sentMs = firstMs
    const send = () => {
      const positionMs = Math.round(element.currentTime * 1000)
      if (Math.abs(positionMs - sentMs) < 1000) return
      sentMs = positionMs
      const durationMs = Number.isFinite(element.duration) ? Math.round(element.duration * 1000) : null
      keep(postingId, { url, positionMs, durationMs })
    }
    const goToStart = () => {
      if (firstMs > 0 && firstMs < element.duration * 1000 - END_MS) element.currentTime = firstMs / 1000
    }
    // What is at hand may be known before this listens.
    if (element.readyState >= element.HAVE_METADATA) goToStart()
    else element.addEventListener('loadedmetadata', goToStart, { once: true })
    const timer = setInterval(() => {
      if (!element.paused) send()
    }, SEND_EVERY_MS)
    element.addEventListener('pause', send)
    window.addEventListener('pagehide', send)
    return () => {
      clearInterval(timer)
      element.removeEventListener('loadedmetadata', goToStart)
      element.removeEventListener('pause', send)
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [media, postingId, url, firstMs, keep])
}
