'use client'

import { Upload } from 'lucide-react'
import Link from 'next/link'
import { useId, useState, type DragEvent } from 'react'
import { Failed } from '#components/ui/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useImportOpml } from '#lib/queries/opml.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportReport } from './import-report.tsx'
import { ListAddressForm } from './list-address-form.tsx'

/** Bring a list of sources (OPML) from another reader: choose the file or drop it. */
export function ImportScreen() {
  const t = useWords('sources')
  const id = useId()
  const importOpml = useImportOpml()
  const [list, setList] = useState<File | { readonly url: string } | null>(null)
  const [isOver, setIsOver] = useState(false)

  function bring(next: File | { readonly url: string } | undefined) {
    if (next === undefined) return
    setList(next)
    importOpml.mutate(next)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    bring(event.dataTransfer.files[0])
  }
  return (
    <div className="mx-auto max-w-[960px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('bringList')} description={t('bringListHint')} />
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={`rounded-3 border border-dashed p-8 text-center ${isOver ? 'border-ink bg-paper' : 'border-control'}`}
      >
        <label
          htmlFor={id}
          className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-2 border border-ink bg-ink px-3 font-[550] text-on-ink focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:opacity-90 pointer-coarse:h-11"
        >
          <Upload size={15} strokeWidth={1.75} aria-hidden />
          {t('chooseFile')}
          <input
            id={id}
            type="file"
            accept=".opml,.xml,text/xml,text/x-opml,application/xml"
            disabled={importOpml.isPending}
            onChange={(event) => bring(event.target.files?.[0])}
            className="sr-only"
          />
        </label>
        <p className="mt-2 text-ink-3">{t('orDrop')}</p>
      </div>
      <ListAddressForm isBusy={importOpml.isPending} onSend={(url) => bring({ url })} />
      <p role="status" className="mt-4 min-h-5 text-ink-2">
        {importOpml.isPending &&
          (list instanceof File ? t('readingFile', { file: list.name }) : t('readingList'))}
      </p>
      {importOpml.isError && (
        <Failed
          title={t('listNotRead')}
          error={importOpml.error}
          {...(list === null ? {} : { onRetry: () => importOpml.mutate(list) })}
        />
      )}
      {importOpml.isSuccess && <ImportReport report={importOpml.data} />}
      <p className="mt-6 text-ink-2">
        {t.rich('backToSubscriptions', {
          link: (words) => (
            <Link
              href="/sources"
              className="underline decoration-control underline-offset-3 hover:decoration-ink"
            >
              {words}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}
