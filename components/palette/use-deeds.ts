import { showError, showToast } from '#components/ui/open/toast.tsx'
import { readNewestId, useMarkRead, useUndoMarkRead } from '#lib/queries/postings/mark-read.ts'
import { usePollNow } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The deeds of the palette itself. It is closed before an answer comes, so promises tell of it. */
export function useDeeds() {
  const t = useWords('palette')
  const common = useWords('common')
  const mark = useMarkRead()
  const undoMark = useUndoMarkRead()
  const poll = usePollNow()
  const onError = (error: unknown) => showError(t('failed'), error)

  function markAllRead() {
    readNewestId()
      .then((throughId) => mark.mutateAsync({ throughId }))
      .then(({ marked, undoToken }) => {
        if (marked === 0) return showToast(t('nothingUnread'))
        const run = () => void undoMark.mutateAsync(undoToken).catch(onError)
        showToast(t('markedRead', { count: marked }), { label: common('undo'), run })
      })
      .catch(onError)
  }
  function pollNow(sourceId: number, source: string) {
    poll
      .mutateAsync(sourceId)
      .then(() => showToast(t('polled', { source })))
      .catch(onError)
  }
  return { markAllRead, pollNow }
}
