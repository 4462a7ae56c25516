import { useEffect, useState } from 'react'

/** The inner width of an element in px; null until it is measured. */
export function useWidth(element: HTMLElement | null): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}
