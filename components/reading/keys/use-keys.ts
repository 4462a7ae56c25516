import { useEffect, useRef } from 'react'
import { isTakenKey } from '#components/ui/form/taken-key.ts'
import { keyNameOf } from './key-bindings.ts'

/** The acts of the keys; two with a space between are pressed one after the other. */
export type KeyActs = Readonly<Record<string, () => void>>

const SEQUENCE_MS = 1500

/** Calls the act of a key. Never while something is typed, with the browser's own modifiers, or inside a menu or dialog. */
export function useKeys(acts: KeyActs): void {
  const current = useRef(acts)
  useEffect(() => {
    current.current = acts
  })
  useEffect(() => {
    let prefix = ''
    let prefixAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTakenKey(event) || event.key === 'Shift') return
      const isSequence = prefix !== '' && event.timeStamp - prefixAt < SEQUENCE_MS
      const key = isSequence ? `${prefix} ${keyNameOf(event)}` : keyNameOf(event)
      prefix = ''
      if (!isSequence && Object.keys(current.current).some((name) => name.startsWith(`${key} `))) {
        prefix = key
        prefixAt = event.timeStamp
        return
      }
      const act = current.current[key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    window.dispatchEvent(new Event('keys-are-heard')) // those that were pressed before (early-acts.ts)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
