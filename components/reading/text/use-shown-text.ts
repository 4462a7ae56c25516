import { useEffect, useState } from 'react'
import { showError } from '#components/ui/open/toast.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useLoadFullText } from '#lib/queries/postings/text-being-read.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Texts that were asked for by themselves, also by rows that are gone: once, whether they came or not. A button asks again. */
const asked = new Set<string>()

/**
 * The text of a posting that is shown: the feed's, or the whole one of its page where one asked for it, here or always.
 * @param mayLoad whether the posting is open: what is only scrolled past has nothing loaded
 */
export function useShownText(posting: PostingDetail, mayLoad: boolean) {
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
  useEffect(() => {
    if (!mayLoad || asked.has(id) || !prefersFullText || fullText !== null || url === null) return
    asked.add(id)
    mutate(id)
  }, [id, mayLoad, fullText, prefersFullText, url, mutate])
  return {
    html: isShown ? fullText.html : posting.html,
    isShown,
    isLoading: load.isPending,
    onLoad: askFor,
    onShow: setChoice,
  }
}
