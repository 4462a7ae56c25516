import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { ViewItem } from '#lib/api/lists/search.ts'
import { useMarkQueryRead, useUndoMarkRead } from '#lib/queries/postings/mark-read.ts'
import { useChangeViews, useCreateView, useDeleteView } from '#lib/queries/organising/view-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The acts on a view. Those that take something away can be taken back. */
export function useViewActs(view: ViewItem) {
  const t = useWords('views')
  const common = useWords('common')
  const change = useChangeViews()
  const create = useCreateView()
  const deletion = useDeleteView()
  const mark = useMarkQueryRead()
  const undoMark = useUndoMarkRead()
  const onError = (error: unknown) => showError(t('notSaved'), error)

  const rename = (name: string) => change.mutateAsync([{ id: view.id, change: { name } }])
  // Promises, not the callbacks of `mutate`: this menu is gone when they come.
  function remove() {
    const { name, query, order, layout, position } = view
    const putBack = () => void create.mutateAsync({ name, query, order, layout, position }).catch(onError)
    deletion
      .mutateAsync(view.id)
      .then(() => showToast(t('deleted', { name }), { label: common('undo'), run: putBack }))
      .catch(onError)
  }
  function markRead() {
    const undo = (token: string) => void undoMark.mutateAsync(token).catch(onError)
    mark
      .mutateAsync({ filter: { query: view.query }, throughId: null })
      .then(({ marked, undoToken }) => {
        if (marked === 0) showToast(t('nothingUnread'))
        else
          showToast(t('markedRead', { count: marked }), { label: common('undo'), run: () => undo(undoToken) })
      })
      .catch(onError)
  }
  return { rename, remove, markRead }
}
