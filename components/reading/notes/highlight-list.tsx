'use client'

import { Trash2 } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import type { Highlight } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { showHighlight } from './mark-text.ts'
import type { NoteActs } from './use-note-acts.ts'

type HighlightListProps = {
  readonly highlights: readonly Highlight[]
  /** Those whose words are not in the text any more. */
  readonly gone: readonly number[]
  readonly article: HTMLElement | null
  readonly acts: NoteActs
}

/** All that is marked in a text, each leading to its place. */
export function HighlightList({ highlights, gone, article, acts }: HighlightListProps) {
  const t = useWords('text')
  if (highlights.length === 0) return null
  return (
    <ul className="mt-2">
      {highlights.map((highlight) => {
        const { id, quote } = highlight
        return (
          <li key={id} className="flex items-start gap-2 border-t border-line py-1.5">
            <div className="min-w-0 flex-1">
              {gone.includes(id) || article === null ? (
                <>
                  <q dir="auto" className="wrap-anywhere">
                    {quote}
                  </q>
                  <p className="text-12 text-ink-3">{t('highlightGone')}</p>
                </>
              ) : (
                <button
                  type="button"
                  aria-label={t('showHighlight', { quote })}
                  className="rounded-1 text-start wrap-anywhere hover:underline pointer-coarse:py-2.5"
                  onClick={() => showHighlight(article, id)}
                >
                  <q dir="auto">{quote}</q>
                </button>
              )}
            </div>
            <Button
              variant="quiet"
              size="small"
              iconOnly
              aria-label={t('removeHighlight')}
              title={t('removeHighlight')}
              onClick={() => void acts.unmark(highlight)}
            >
              <Trash2 aria-hidden size={14} strokeWidth={1.75} />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
