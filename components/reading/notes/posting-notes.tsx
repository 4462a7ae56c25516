'use client'

import { useEffect, useRef, useState } from 'react'
import type { Highlight, PostingDetail } from '#lib/api/postings/postings.ts'
import { HighlightList } from './highlight-list.tsx'
import { drawHighlights } from './mark-text.ts'
import { NoteEditor } from './note-editor.tsx'
import { NotesHead } from './notes-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useNoteActs } from './use-note-acts.ts'

type PostingNotesProps = { readonly posting: PostingDetail; readonly html: string }

const none: readonly Highlight[] = []

/** The reader's note on a posting and highlights in its text, and the bar that appears at selected words. */
export function PostingNotes({ posting, html }: PostingNotesProps) {
  const { id } = posting
  const text = posting.notes?.text ?? ''
  const highlights = posting.notes?.highlights ?? none
  const acts = useNoteActs(id)
  const section = useRef<HTMLDivElement>(null)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const [gone, setGone] = useState<readonly number[]>([])
  const [isWriting, setWriting] = useState(false)
  useEffect(() => {
    // The text is drawn beside this, by whoever cleaned it.
    setArticle(section.current?.parentElement?.querySelector<HTMLElement>('.article') ?? null)
  }, [html])
  useEffect(() => {
    if (article === null) return
    const frame = requestAnimationFrame(() => setGone(drawHighlights(article, highlights)))
    return () => cancelAnimationFrame(frame)
  }, [article, html, highlights])
  const isEmpty = text === '' && highlights.length === 0
  return (
    <div ref={section} className="mt-8">
      {article === null ? null : (
        <SelectionBar article={article} highlights={highlights} acts={acts} onNote={() => setWriting(true)} />
      )}
      <NotesHead isEmpty={isEmpty} mayWrite={text === '' && !isWriting} onWrite={() => setWriting(true)}>
        <NoteEditor key={text} text={text} isWriting={isWriting} acts={acts} onWriting={setWriting} />
        <HighlightList highlights={highlights} gone={gone} article={article} acts={acts} />
      </NotesHead>
    </div>
  )
}
