import { useEffect, useState } from 'react'

/** The inner width of an element in px; what the server assumes until it is drawn. */
export function useWidth(element: HTMLElement | null, assumedPx: number): number {
  const [width, setWidth] = useState(assumedPx)
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}
