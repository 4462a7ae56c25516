'use client'

import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { completeQuery, type Completion } from './complete-query.ts'
import { ColouredText } from './coloured-text.tsx'
import { cutQuery, shownErrors } from './query-pieces.ts'
import { UnknownNote, useUnknownNames } from './unknown-note.tsx'

export type QueryAssistProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly caret: number
  readonly hasFocus: boolean
  /** Enter was pressed: each mistake is told, also where the caret is. */
  readonly wasTried: boolean
  readonly idPrefix: string
  /** The place where this puts its act for a key; true: the key was used. */
  readonly onKeyRef: RefObject<((event: KeyboardEvent) => boolean) | null>
  /** The place where this puts whether the text can be searched; without this code the server says so. */
  readonly mistakesRef: RefObject<boolean>
  /** The text is drawn here now, in colours. */
  readonly onReady: (isReady: boolean) => void
  /** The id of the option that Enter would take. */
  readonly onOption: (id: string | null) => void
  readonly onChange: (text: string, caret: number) => void
}

/** The help with writing a search: parts in colours, mistakes in place, names to choose from, hints. */
export function QueryAssist(props: QueryAssistProps) {
  const { input, text, caret, hasFocus, wasTried, idPrefix, onReady } = props
  const t = useWords('search')
  const mistakes = parseQuery(text).errors
  const { mistakesRef } = props
  useEffect(() => {
    mistakesRef.current = mistakes.length > 0
  })
  const errors = shownErrors(mistakes, caret, hasFocus && !wasTried)
  const [first] = errors
  const unknown = useUnknownNames(text, mistakes.length === 0)
  const told = unknown.filter(({ at, length }) => !hasFocus || wasTried || caret < at || caret > at + length)
  useEffect(() => {
    onReady(true)
    return () => onReady(false)
  }, [onReady])
  const completions = useCompletions(props)
  const isAlive = useHasMounted()
  const isShown = useFocusThroughPress(hasFocus)
  // It was there before this code, so that it is announced.
  const mistakePlace = isAlive ? document.getElementById(`${idPrefix}-mistake`) : null
  return (
    <>
      {/* Until then the field draws its text itself: both would stand over each other. */}
      {isAlive ? (
        <ColouredText
          input={input}
          pieces={cutQuery(text, first === undefined ? told : errors)}
          text={text}
        />
      ) : null}
      {mistakePlace === null || first === undefined
        ? null
        : createPortal(<p className="pt-1">{t(first.code, first.values)}</p>, mistakePlace)}
      {mistakePlace === null || told[0] === undefined
        ? null
        : createPortal(<UnknownNote unknown={told[0]} />, mistakePlace)}
      {isShown && completions.shown.length > 0 ? <Options {...completions} idPrefix={idPrefix} /> : null}
      {isShown && completions.shown.length === 0 && first === undefined ? <QueryHints /> : null}
    </>
  )
}

/** Whether the field has the focus, or loses it by a press that is not over: what is pressed must not move away below it. */
function useFocusThroughPress(hasFocus: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  const current = useRef(hasFocus)
  useEffect(() => {
    current.current = hasFocus
  })
  useEffect(() => {
    const abort = new AbortController()
    const options = { capture: true, signal: abort.signal }
    // The click comes right after the pointer went up.
    const release = () => setTimeout(() => setHeld(false))
    addEventListener('pointerdown', () => setHeld(current.current), options)
    addEventListener('pointerup', release, options)
    addEventListener('pointercancel', release, options)
    return () => abort.abort()
  }, [])
  return hasFocus || isHeld
}

/** Names that fit where the caret is; arrows choose, Enter and Tab take, Escape lets go. */
function useCompletions({
  input,
  text,
  caret,
  hasFocus,
  idPrefix,
  onKeyRef,
  onOption,
  onChange,
}: QueryAssistProps) {
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const names = { in: folders.map(({ name }) => name), from: subscriptions.map(({ title }) => title) }
  const shown = dismissed === text ? [] : completeQuery(text, caret, names)
  const index = Math.min(chosen, Math.max(0, shown.length - 1))
  const optionId = hasFocus && shown.length > 0 ? `${idPrefix}-${index}` : null
  useEffect(() => onOption(optionId), [optionId, onOption])

  function take(completion: Completion) {
    onChange(completion.text, completion.caret)
    setChosen(0)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(completion.caret, completion.caret)
    })
  }
  useEffect(() => {
    onKeyRef.current = (event) => {
      const current = shown[index]
      if (current === undefined || event.nativeEvent.isComposing) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setChosen((index + step + shown.length) % shown.length)
      else if (event.key === 'Enter' || event.key === 'Tab') take(current)
      else if (event.key === 'Escape') setDismissed(text)
      else return false
      return true
    }
    return () => {
      onKeyRef.current = null
    }
  })
  return { shown, index, take }
}

type OptionsProps = ReturnType<typeof useCompletions> & { readonly idPrefix: string }

function Options({ shown, index, take, idPrefix }: OptionsProps) {
  const t = useWords('search')
  return (
    <div
      id={`${idPrefix}-options`}
      role="listbox"
      aria-label={t('completions')}
      className="mt-1 max-h-60 animate-appear overflow-y-auto rounded-2 border border-line bg-raised p-1"
    >
      {shown.map((completion, place) => (
        <button
          key={completion.label}
          type="button"
          role="option"
          id={`${idPrefix}-${place}`}
          aria-selected={place === index}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(completion)}
          className="flex h-8 w-full items-center rounded-[4px] px-2 text-start text-13 hover:bg-hover aria-selected:bg-pressed forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 pointer-coarse:h-11"
        >
          <bdi className="truncate">{completion.label}</bdi>
        </button>
      ))}
    </div>
  )
}

/** Examples of what may be written. They stand in the bar, and cover nothing below it. */
function QueryHints() {
  const t = useWords('search')
  const hints = [
    ['in:', t('hintFolder')],
    ['from:', t('hintSource')],
    ['is:unread', ''],
    ['before:', t('hintDate')],
    [t('hintPhrase'), ''],
    [t('hintNot'), ''],
  ] as const
  return (
    <div className="mt-1.5 animate-appear px-1 text-12 text-ink-3">
      {hints.map(([code, words], index) => (
        <span key={code}>
          {index > 0 ? ' · ' : ''}
          <span className="whitespace-nowrap">
            <span className="font-[600] text-ink-2">{code}</span>
            {words === '' ? '' : ` ${words}`}
          </span>
        </span>
      ))}
    </div>
  )
}
