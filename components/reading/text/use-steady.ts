import { useLayoutEffect, useRef, useState } from 'react'

type Acts = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * The same functions as long as the component lives, each doing what the latest one of its name does. Rows that are given
 * them are drawn anew only when what they show changes, not with each key.
 */
export function useSteady<T extends Acts>(latest: T): T {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  const [steady] = useState(() => {
    const call = (name: string) => [name, (...args: never[]) => current.current[name]?.(...args)]
    return Object.fromEntries(Object.keys(latest).map(call)) as T
  })
  return steady
}
