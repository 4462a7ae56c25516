import { useEffect, useRef, useState } from 'react'

/** Several causes often come at once: the first wording waits for them. */
const GATHER_MS = 2000

/**
 * A text that changes at most once in so many milliseconds; the last wording always comes through. `number` counts the wordings: as an
 * element's key it makes one heard that reads as the one before.
 * @param arrival tells a new cause apart that has the same words
 */
export function useCalmText(
  text: string,
  everyMs: number,
  arrival: number,
): { readonly text: string; readonly number: number } {
  const [calm, setCalm] = useState({ text: '', number: 0 })
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const waitMs = Math.max(GATHER_MS, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      if (text !== '') changedAt.current = performance.now()
      setCalm(({ number }) => ({ text, number: number + 1 }))
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, everyMs, arrival])
  return calm
}
