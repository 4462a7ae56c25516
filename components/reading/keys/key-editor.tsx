'use client'

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Key as KeyCap } from '#components/ui/form/key.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { conflictOf, keyNameOf, saidKey, type Bindings, type KeyAct } from './key-bindings.ts'

type KeyEditorProps = {
  readonly act: KeyAct
  readonly name: string
  readonly bindings: Bindings
  readonly nameOf: (act: KeyAct) => string
  /** An empty list: no key. */
  readonly onChange: (keys: readonly string[]) => void
}

/** So long a second key may follow the first. */
const SECOND_KEY_MS = 900

/** One act with its keys: pressed, it waits for others. Says where two acts share a key. */
export function KeyEditor({ act, name, bindings, nameOf, onChange }: KeyEditorProps) {
  const t = useWords('reading')
  const { pressed, isListening, listen, stop, onKeyDown } = useKeyCapture(onChange)
  const keys = bindings[act]
  const conflict = keys.map((key) => conflictOf(act, key, bindings)).find((each) => each !== null)
  return (
    <li className="border-b border-line py-0.5 last:border-0">
      <button
        type="button"
        title={t('changeKey', { act: name, keys: keys.map(saidKey).join(', ') || t('noKey') })}
        aria-pressed={isListening}
        onClick={listen}
        onKeyDown={onKeyDown}
        onBlur={stop}
        className="flex min-h-7 w-full items-center justify-between gap-4 rounded-1 px-1 text-start hover:bg-hover aria-pressed:bg-pressed pointer-coarse:min-h-11"
      >
        <span>{name}</span>
        <span aria-live="polite" className="flex shrink-0 gap-1">
          {isListening && pressed === '' ? <span className="text-12 text-ink-3">{t('pressKey')}</span> : null}
          {isListening && pressed !== '' ? <Cap name={pressed} /> : null}
          {isListening ? null : keys.map((key) => <Cap key={key} name={key} />)}
          {!isListening && keys.length === 0 ? (
            <span className="text-12 text-ink-3">{t('noKey')}</span>
          ) : null}
        </span>
      </button>
      {conflict ? (
        <p className="px-1 py-1 text-12 text-late">{t('keyConflict', { act: nameOf(conflict) })}</p>
      ) : null}
    </li>
  )
}

function Cap({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(' ').map((key, place) => (
        <KeyCap key={`${place} ${key}`}>{saidKey(key)}</KeyCap>
      ))}
    </>
  )
}

/**
 * Takes the next key at once, so that closing the help loses nothing; a second one that follows soon makes a pair of them.
 * Escape leaves it as it was, Delete and Backspace take the keys away.
 */
function useKeyCapture(onChange: (keys: readonly string[]) => void) {
  const [pressed, setPressed] = useState('')
  const [isListening, setListening] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => {
    clearTimeout(timer.current)
    setListening(false)
    setPressed('')
  }
  const finish = (keys: readonly string[]) => {
    stop()
    onChange(keys)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening || event.ctrlKey || event.metaKey || event.altKey) return
    if (['Shift', 'Tab', 'CapsLock', 'Dead', 'Process'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return stop()
    if (event.key === 'Delete' || event.key === 'Backspace') return finish([])
    const name = keyNameOf(event)
    if (pressed !== '') return finish([`${pressed} ${name}`])
    setPressed(name)
    onChange([name])
    timer.current = setTimeout(stop, SECOND_KEY_MS)
  }
  const listen = () => {
    stop()
    setListening(true)
  }
  return { pressed, isListening, listen, stop, onKeyDown }
}
