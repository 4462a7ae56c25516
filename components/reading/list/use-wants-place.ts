import { useEffect, useState } from 'react'
import { readTab } from '#components/ui/device-storage.ts'

/** The key under which the place of a list is kept for a full load. */
export const keptPlaceKey = 'skylark-list-place'

/** Whether a list has a place to find or to lose: only then what keeps it is fetched (kept-place.tsx). */
export function useWantsPlace(scroller: HTMLElement | null): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (scroller === null) return
    const want = () => setWanted(true)
    scroller.addEventListener('scroll', want, { once: true, passive: true })
    const frame = readTab(keptPlaceKey) ? requestAnimationFrame(want) : 0
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', want)
    }
  }, [scroller])
  return isWanted
}
