import { useEffect, useRef, useState } from 'react'

/** Several causes often come at once: the first wording waits for them. */
const GATHER_MS = 2000

/** A text that changes at most once in so many milliseconds; the last wording always comes through. */
export function useCalmText(text: string, everyMs: number): string {
  const [calm, setCalm] = useState('')
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const waitMs = Math.max(GATHER_MS, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      if (text !== '') changedAt.current = performance.now()
      setCalm(text)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, everyMs])
  return calm
}
