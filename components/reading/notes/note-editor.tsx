'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { controlLook, Field, useFieldIds } from '#components/ui/form/field.tsx'
import { longestNote } from '#lib/api/parts/limits.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { NoteActs } from './use-note-acts.ts'

type NoteEditorProps = {
  /** '' where there is none. */
  readonly text: string
  readonly isWriting: boolean
  readonly acts: NoteActs
  readonly onWriting: (isWriting: boolean) => void
}

/** The note, or the field in which it is written. */
export function NoteEditor({ text, isWriting, acts, onWriting }: NoteEditorProps) {
  const t = useWords('text')
  if (isWriting) return <Editor text={text} acts={acts} onDone={() => onWriting(false)} />
  if (text === '') return null
  return (
    <div className="mt-1.5">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <div className="mt-1 flex gap-1">
        <Button variant="quiet" size="small" className="-ms-2.5" onClick={() => onWriting(true)}>
          {t('editNote')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => void acts.writeNote('', text)}>
          {t('removeNote')}
        </Button>
      </div>
    </div>
  )
}

type EditorProps = { readonly text: string; readonly acts: NoteActs; readonly onDone: () => void }

function Editor({ text, acts, onDone }: EditorProps) {
  const t = useWords('text')
  const [written, setWritten] = useState(text)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const isSaved = await acts.writeNote(written, text)
    setSaving(false)
    if (isSaved) onDone()
  }
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('note')} hint={t('noteHint')}>
        <NoteArea value={written} onChange={setWritten} onEscape={onDone} />
      </Field>
      <div className="mt-2 flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onDone}>
          {t('cancelNote')}
        </Button>
        <Button size="small" variant="solid" type="submit" disabled={isSaving}>
          {t('saveNote')}
        </Button>
      </div>
    </form>
  )
}

type NoteAreaProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onEscape: () => void
}

function NoteArea({ value, onChange, onEscape }: NoteAreaProps) {
  const ids = useFieldIds()
  return (
    <textarea
      {...ids}
      // Whoever asked to write wants to write.
      ref={focusAtEnd}
      rows={4}
      maxLength={longestNote}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // which closes the text
        onEscape()
      }}
      className={cn(controlLook, 'h-auto py-1.5 pointer-coarse:h-auto')}
    />
  )
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.setSelectionRange(area.value.length, area.value.length)
  // The focus brings the field alone into sight, without the buttons below it.
  area?.form?.scrollIntoView({ block: 'nearest' })
}
