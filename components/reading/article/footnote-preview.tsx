'use client'

import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { noteOf } from './footnotes.ts'

type Shown = { readonly link: HTMLElement; readonly words: string; readonly box: DOMRect }

/** The mouse may leave the sign for the note, and come back. */
const leaveMs = 200
const widthPx = 360

/** The note behind a sign in the text, shown where the sign is pointed at, focused, or tapped. A second tap goes to the note. */
export function FootnotePreview({ article }: { readonly article: HTMLElement }) {
  const id = useId()
  const [shown, setShown, hold] = useShownNote(article, id)
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
      onPointerEnter={hold}
      onPointerLeave={() => setShown(null)}
      className="fixed z-40 max-h-60 animate-appear overflow-y-auto rounded-2 border border-line bg-raised px-3.5 py-2.5 font-text text-14 wrap-anywhere shadow-menu"
    >
      {words}
    </div>,
    document.querySelector('main') ?? document.body,
  )
}

function useShownNote(article: HTMLElement, id: string) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [timer] = useState<{ id: ReturnType<typeof setTimeout> | undefined }>(() => ({ id: undefined }))
  const hold = () => clearTimeout(timer.id)
  useEffect(() => {
    shown?.link.setAttribute('aria-describedby', id)
    return () => shown?.link.removeAttribute('aria-describedby')
  }, [shown, id])
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    let pointer = 'mouse'
    let open: HTMLElement | null = null
    const show = (link: HTMLElement | null) => {
      clearTimeout(timer.id)
      const words = link === null ? null : noteOf(link, article)
      open = words === null ? null : link
      setShown(link === null || words === null ? null : { link, words, box: link.getBoundingClientRect() })
    }
    const linkAt = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>('a[href^="#"]') : null
    const onOver = (event: PointerEvent) => {
      const link = linkAt(event)
      if (event.pointerType === 'mouse' && link !== null) show(link)
    }
    const onOut = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || linkAt(event) === null) return
      clearTimeout(timer.id)
      timer.id = setTimeout(() => show(null), leaveMs)
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
    const onKeyDown = (event: KeyboardEvent) => {
      pointer = 'keyboard'
      if (event.key === 'Escape') show(null)
    }
    article.addEventListener('pointerover', onOver, { signal })
    article.addEventListener('pointerout', onOut, { signal })
    article.addEventListener('click', onClick, { signal })
    article.addEventListener('focusin', onFocus, { signal })
    article.addEventListener('focusout', () => show(null), { signal })
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('scroll', () => show(null), { signal, capture: true, passive: true })
    document.addEventListener(
      'pointerdown',
      (event) => {
        pointer = event.pointerType
        if (event.target instanceof Node && !article.contains(event.target)) show(null)
      },
      { signal },
    )
    return () => {
      leave.abort()
      clearTimeout(timer.id)
    }
  }, [article, timer])
  return [shown, setShown, hold] as const
}
