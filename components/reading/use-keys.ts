import { useEffect, useRef } from 'react'
import { keyNameOf } from './key-bindings.ts'

/** What each key does; two with a space between are pressed one after the other. */
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
      if (isTaken(event) || event.key === 'Shift') return
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
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=dialog],[role=menu]') !== null) return true
  // What presses the control that has the focus stays with it; arrows move in sliders and groups of choices.
  if (event.key === 'Enter' || event.key === ' ')
    return target.closest('a,button,input,select,textarea,summary,audio,video') !== null
  if (event.key.startsWith('Arrow') && target.matches('input,audio,video')) return true
  return target.matches('textarea,select,input:not([type=checkbox],[type=radio],[type=range])')
}
