'use client'

import { Highlighter, NotebookPen, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#components/ui/form/button.tsx'
import { longestQuote } from '#lib/api/parts/limits.ts'
import type { Highlight } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { highlightAt, readSelection, type Selected } from './mark-text.ts'
import type { NoteActs } from './use-note-acts.ts'

type SelectionBarProps = {
  readonly article: HTMLElement
  readonly highlights: readonly Highlight[]
  readonly acts: NoteActs
  readonly onNote: () => void
}

type Shown =
  | ({ readonly kind: 'words' } & Selected)
  | { readonly kind: 'highlight'; readonly id: number; readonly element: Element; readonly box: DOMRect }

/** A small bar under selected words, to mark them, and at a highlight that is pressed, to take it away. */
export function SelectionBar({ article, highlights, acts, onNote }: SelectionBarProps) {
  const t = useWords('text')
  const [shown, setShown] = useShown(article)
  if (shown === null) return null
  const pressed = shown.kind === 'highlight' ? highlights.find(({ id }) => id === shown.id) : undefined
  const close = () => {
    setShown(null)
    getSelection()?.removeAllRanges()
  }
  // Below the words: above them phones show their own bar.
  const top = Math.min(shown.box.bottom + 8, innerHeight - 60)
  const left = Math.min(Math.max(shown.box.left, 8), Math.max(8, innerWidth - 240))
  return createPortal(
    <div
      role="toolbar"
      aria-label={t('selectionBar')}
      style={{ top, left }}
      // Pressing a button must not take the selection away before it is read.
      onPointerDown={(event) => event.preventDefault()}
      className="fixed z-40 flex animate-appear gap-0.5 rounded-3 border border-line bg-raised p-1 shadow-menu"
    >
      {shown.kind === 'words' ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            close()
            void acts.mark(shown.highlight)
          }}
        >
          <Highlighter aria-hidden size={14} strokeWidth={1.75} />
          {t('highlight')}
        </Button>
      ) : null}
      {pressed === undefined ? null : (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            close()
            void acts.unmark(pressed)
          }}
        >
          <Trash2 aria-hidden size={14} strokeWidth={1.75} />
          {t('removeHighlight')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          close()
          onNote()
        }}
      >
        <NotebookPen aria-hidden size={14} strokeWidth={1.75} />
        {t('note')}
      </Button>
    </div>,
    // Out of lists whose lines are moved, and still inside the page's main part.
    document.querySelector('main') ?? document.body,
  )
}

/** The target of the bar: the selection in the article, or the highlight that was pressed. */
function useShown(article: HTMLElement) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const follow = () => {
      const selected = readSelection(article)
      const fits = selected !== null && selected.highlight.quote.length <= longestQuote
      if (fits) setShown({ kind: 'words', ...selected })
      // Pressing a highlight selects nothing, which is told after the press.
      else setShown((now) => (now?.kind === 'highlight' ? now : null))
    }
    const press = (event: MouseEvent) => {
      const element = event.target instanceof Element && article.contains(event.target) ? event.target : null
      const id = highlightAt(element)
      if (element === null || id === null) setShown((now) => (now?.kind === 'highlight' ? null : now))
      else if (getSelection()?.isCollapsed !== false)
        setShown({ kind: 'highlight', id, element, box: element.getBoundingClientRect() })
    }
    const hide = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(null)
    }
    const soon = requestAnimationFrame(follow) // what was selected before this was there
    document.addEventListener('selectionchange', follow, { signal })
    document.addEventListener('keydown', hide, { signal })
    const stay = () => setShown((now) => (now === null ? null : placed(now, article)))
    document.addEventListener('scroll', stay, { signal, capture: true, passive: true })
    document.addEventListener('click', press, { signal })
    return () => {
      leave.abort()
      cancelAnimationFrame(soon)
    }
  }, [article])
  return [shown, setShown] as const
}

/** The place of it now, after scrolling; null: out of sight. */
function placed(shown: Shown, article: HTMLElement): Shown | null {
  const box = shown.kind === 'highlight' ? shown.element.getBoundingClientRect() : readSelection(article)?.box
  return box === undefined || box.bottom < 0 || box.top > innerHeight ? null : { ...shown, box }
}
