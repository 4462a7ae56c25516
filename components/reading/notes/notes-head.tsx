'use client'

import { NotebookPen } from 'lucide-react'
import Link from 'next/link'
import { useId, type ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type NotesHeadProps = {
  readonly isEmpty: boolean
  /** There is no note yet, and none is being written. */
  readonly mayWrite: boolean
  readonly onWrite: () => void
  readonly children: ReactNode
}

/** The frame around notes; where there are none, only the way to write one. */
export function NotesHead({ isEmpty, mayWrite, onWrite, children }: NotesHeadProps) {
  const t = useWords('text')
  const id = useId()
  const write = (
    <Button variant="quiet" size="small" onClick={onWrite}>
      <NotebookPen aria-hidden size={14} strokeWidth={1.75} />
      {t('addNote')}
    </Button>
  )
  if (isEmpty && mayWrite)
    return (
      <div data-offer className="flex justify-end">
        {write}
      </div>
    )
  return (
    <section aria-labelledby={id} className="rounded-3 border border-line px-4 py-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-[600]">
          {t('notes')}
        </h2>
        <span className="flex flex-wrap items-center gap-x-3">
          {mayWrite ? write : null}
          {isEmpty ? null : (
            <Link
              href="/?q=is:noted&show=all"
              prefetch={false}
              className="rounded-1 text-12 text-ink-2 underline underline-offset-3 hover:text-ink pointer-coarse:py-3"
            >
              {t('allNoted')}
            </Link>
          )}
        </span>
      </div>
      {children}
    </section>
  )
}
