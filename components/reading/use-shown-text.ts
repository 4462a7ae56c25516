import { useEffect, useRef, useState } from 'react'
import { showError } from '#components/ui/toast.tsx'
import type { PostingDetail } from '#lib/api/postings.ts'
import { useLoadFullText } from '#lib/queries/text-being-read.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Which text of a posting is shown: the feed's, or the whole one of its page where one asked for it, here or always. */
export function useShownText(posting: PostingDetail) {
  const { id, fullText, prefersFullText, url } = posting
  const t = useWords('reading')
  const load = useLoadFullText()
  const [choice, setChoice] = useState<boolean | null>(null)
  const isShown = fullText?.kind === 'text' && (choice ?? prefersFullText)
  const { mutate } = load
  const askFor = () =>
    mutate(id, {
      onSuccess: () => setChoice(true),
      onError: (error) => showError(t('notSaved'), error),
    })
  // Older postings of a source that one wants whole are loaded when they are opened.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || !prefersFullText || fullText !== null || url === null) return
    asked.current = true
    mutate(id)
  }, [id, fullText, prefersFullText, url, mutate])
  return {
    html: isShown ? fullText.html : posting.html,
    isShown,
    isLoading: load.isPending,
    onLoad: askFor,
    onShow: setChoice,
  }
}
