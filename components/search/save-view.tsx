'use client'

import Link from 'next/link'
import { useState } from 'react'
import { NameDialog } from '#components/organising/name-dialog.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useChangeViews, useCreateView } from '#lib/queries/organising/view-acts.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { viewOrderOf } from '#components/reading/items/list-order.ts'
import { formatQuery } from '#lib/search/format-query.ts'
import { cutName } from '#lib/text/names.ts'

type SaveViewProps = {
  readonly filter: PostingListFilter
  /** Names of the folder or source that is searched. */
  readonly place: { readonly folder: string | undefined; readonly source: string | undefined }
  readonly onChange: (change: Partial<PostingListFilter>) => void
}

/** Keeps the search in the sidebar, or takes what was changed into the view it came from. */
export function SaveView({ filter, place, onChange }: SaveViewProps) {
  const t = useWords('search')
  const views = useWords('views')
  const common = useWords('common')
  const [isOpen, setOpen] = useState(false)
  const create = useCreateView()
  const change = useChangeViews()
  const view = useViews().data?.find(({ id }) => id === filter.viewId)
  const text = filter.query ?? ''
  if (text === '' || parseQuery(text).errors.length > 0) return null
  const isPlaced = filter.folderId !== undefined || filter.sourceId !== undefined
  const query = isPlaced ? narrowedQuery(text, place) : text
  // A view stands as the search that it keeps.
  const order = viewOrderOf(filter)
  if (view !== undefined && view.query === query && view.order === order) return null

  async function save(name: string) {
    const made = await create.mutateAsync({ name, query, order, layout: null })
    onChange({
      query,
      viewId: made.id,
      best: filter.best,
      folderId: undefined,
      sourceId: undefined,
      show: filter.show,
    })
    showToast(t('viewSaved', { name }))
  }
  function saveChanges() {
    if (view === undefined) return
    change.mutate([{ id: view.id, change: { query, order } }], {
      onSuccess: () => showToast(t('viewChanged', { name: view.name })),
      onError: (error) => showError(t('viewNotSaved'), error),
    })
  }
  return (
    <>
      {view === undefined ? null : (
        <Button size="small" onClick={saveChanges}>
          {t('saveChanges')}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {t('saveAsView')}
      </Button>
      <Button size="small" asChild>
        <Link
          href={`/settings/notifications?${new URLSearchParams({ q: query }).toString()}`}
          prefetch={false}
        >
          {t('alertMe')}
        </Link>
      </Button>
      {isOpen ? (
        <NameDialog
          title={t('saveAsView')}
          label={views('name')}
          button={common('save')}
          startName={cutName(text, 'other')}
          kind="other"
          open
          onOpenChange={setOpen}
          onSave={save}
        />
      ) : null}
    </>
  )
}

type PlaceNames = { readonly folder: string | undefined; readonly source: string | undefined }

/** The query of a search in one folder or source, as one that says so itself: views know no other place. */
export function narrowedQuery(text: string, { folder, source }: PlaceNames): string {
  const place = folder === undefined ? source : folder
  if (place === undefined) return text
  const term = formatQuery({ kind: folder === undefined ? 'from' : 'in', name: place })
  return `${/\bOR\b|\|/.test(text) ? `(${text})` : text} ${term}`
}
