'use client'

import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

type Shown = { readonly link: HTMLElement; readonly words: string; readonly box: DOMRect }

/** The mouse may leave the sign for the note, and come back. */
const leaveMs = 200
const widthPx = 360

/** The note behind a sign in the text, shown where the sign is pointed at, focused, or tapped. A second tap goes to the note. */
export function FootnotePreview({ article }: { readonly article: HTMLElement }) {
  const id = useId()
  const shown = useShownNote(article, id)
  if (shown === null) return null
  const { box, words } = shown
  const isLow = box.bottom > innerHeight - 200
  const width = Math.min(widthPx, innerWidth - 32)
  const left = Math.min(Math.max(16, box.left - 24), innerWidth - width - 16)
  const place = isLow ? { bottom: innerHeight - box.top + 6 } : { top: box.bottom + 6 }
  return createPortal(
    <div
      role="tooltip"
      id={id}
      dir="auto"
      lang={article.lang || undefined}
      style={{ left, width, ...place }}
      className="fixed z-40 max-h-60 animate-appear overflow-y-auto rounded-2 border border-line bg-raised px-3.5 py-2.5 font-text text-14 wrap-anywhere shadow-menu"
    >
      {words}
    </div>,
    document.querySelector('main') ?? document.body,
  )
}

function useShownNote(article: HTMLElement, id: string): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const link = shown?.link
  useEffect(() => {
    link?.setAttribute('aria-describedby', id)
    return () => link?.removeAttribute('aria-describedby')
  }, [link, id])
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    let timer: ReturnType<typeof setTimeout> | undefined
    let pointer = 'mouse'
    let isNotePressed = false
    let open: HTMLElement | null = null
    const show = (link: HTMLElement | null) => {
      clearTimeout(timer)
      const words = link === null ? null : noteOf(link, article)
      open = words === null ? null : link
      setShown(link === null || words === null ? null : { link, words, box: link.getBoundingClientRect() })
    }
    const hide = () => show(null)
    const linkAt = ({ target }: Event) =>
      target instanceof Element && article.contains(target)
        ? target.closest<HTMLElement>('a[href^="#"]')
        : null
    const isInNote = ({ target }: Event) =>
      target instanceof Node && document.getElementById(id)?.contains(target) === true
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const link = linkAt(event)
      if (link !== null) show(link)
      else if (isInNote(event)) clearTimeout(timer)
    }
    const onOut = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || (linkAt(event) === null && !isInNote(event))) return
      clearTimeout(timer)
      timer = setTimeout(hide, leaveMs)
    }
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event)
      const isFirstTap =
        pointer === 'touch' && link !== null && link !== open && noteOf(link, article) !== null
      if (isFirstTap) event.preventDefault()
      show(isFirstTap ? link : null)
    }
    const onFocus = (event: FocusEvent) => {
      const link = linkAt(event)
      if (link?.matches(':focus-visible') && pointer !== 'touch') show(link)
    }
    const onBlur = () => {
      // A press on the note takes the focus from its sign.
      if (!isNotePressed) hide()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      pointer = 'keyboard'
      isNotePressed = false
      if (event.key !== 'Escape' || open === null) return
      // Otherwise the same press closes the text.
      event.preventDefault()
      hide()
    }
    const onScroll = (event: Event) => {
      if (open === null || isInNote(event)) return
      const box = open.getBoundingClientRect()
      const isAway = box.bottom < 0 || box.top > innerHeight
      // A sign that the keyboard has just reached is still on its way into sight.
      if (isAway && !open.matches(':focus-visible')) hide()
      else setShown((now) => now && { ...now, box })
    }
    const onDown = (event: PointerEvent) => {
      pointer = event.pointerType
      isNotePressed = isInNote(event)
      if (event.target instanceof Node && !article.contains(event.target) && !isNotePressed) hide()
    }
    article.addEventListener('click', onClick, { signal })
    article.addEventListener('focusin', onFocus, { signal })
    article.addEventListener('focusout', onBlur, { signal })
    document.addEventListener('pointerover', onOver, { signal })
    document.addEventListener('pointerout', onOut, { signal })
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
    document.addEventListener('pointerdown', onDown, { signal })
    return () => {
      leave.abort()
      clearTimeout(timer)
    }
  }, [article, id])
  return shown
}

/** Longer notes are cut: their place in the text has the rest. */
const mostLetters = 400
/** "1", "[12]", "(a)", "iv", "*", "†" */
const sign = /^[\s[(]*(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5}|[*†‡§¶]{1,3})[\s\])]*$/i

/** The note that a sign in a text points to; null: the link leads elsewhere, or back. */
function noteOf(link: Element, article: HTMLElement): string | null {
  const id = link.getAttribute('href')?.replace(/^#/, '') ?? ''
  if (id === '' || !sign.test(link.textContent)) return null
  const target = article.querySelector(`#${CSS.escape(id)}`)
  const isBehind =
    target !== null && (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (!isBehind || target.closest('h1, h2, h3, h4, h5, h6') !== null) return null
  const block = target.closest('li, p, dd, td, aside, div')
  if (block === null || !article.contains(block) || block === article || block.contains(link)) return null
  const words = wordsOf(block)
  return words.length > mostLetters ? `${words.slice(0, mostLetters).trimEnd()}…` : words || null
}

/** Arrows and carets lead back where a note begins or ends; inside of it they are its own, as in 10^6. */
const back = /[\s↩↑⏎^\ufe0e\ufe0f]/u

/** The words of a note without its ways back. */
function wordsOf(block: Element): string {
  const copy = block.cloneNode(true) as Element
  for (const jump of copy.querySelectorAll('a[href^="#"]')) jump.remove()
  const letters = Array.from(copy.textContent.replace(/\s+/g, ' '))
  const isWord = (letter: string) => !back.test(letter)
  return letters.slice(letters.findIndex(isWord), letters.findLastIndex(isWord) + 1).join('')
}
