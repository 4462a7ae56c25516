'use client'

import Link from 'next/link'
import { useCallback, useState } from 'react'
import { Failed } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useImport } from '#lib/queries/sources/imports.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportDrop } from './import-drop.tsx'
import { ImportFileReport } from './import-file-report.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ListAddressForm } from './list-address-form.tsx'
import { readOpmlFolders, type OpmlList } from './opml-folders.ts'

/** Imports feeds, stars and read marks from another reader. The file is recognised by what is inside; a list of feeds is shown first. */
export function ImportScreen() {
  const t = useWords('sources')
  const { mutate, reset, progress, isPending, isError, isSuccess, error, data } = useImport()
  const [from, setFrom] = useState<File | { readonly url: string } | null>(null)
  const [list, setList] = useState<OpmlList | null>(null)
  const bring = useCallback(
    (next: File | { readonly url: string }) => {
      setList(null)
      setFrom(next)
      mutate(next)
    },
    [mutate],
  )
  const look = useCallback(
    async (file: File) => {
      reset()
      const found = await readOpmlFolders(file)
      if (found === null) bring(file)
      else setList(found)
    },
    [bring, reset],
  )
  const isCounted = progress !== null && progress.total > 0
  return (
    <div className="mx-auto max-w-[960px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('bringList')} description={t('bringListHint')} />
      <ImportDrop isBusy={isPending} onFile={look} />
      <ListAddressForm isBusy={isPending} onSend={(url) => bring({ url })} />
      {list !== null && <ImportPreview list={list} onImport={bring} onCancel={() => setList(null)} />}
      <p role="status" className="mt-4 min-h-5 text-ink-2">
        {isPending && (from instanceof File ? t('readingFile', { file: from.name }) : t('readingList'))}
      </p>
      {isPending && isCounted && (
        <progress
          value={progress.done}
          max={progress.total}
          aria-label={t('importProgress', { done: progress.done, total: progress.total })}
          className="mt-2 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
        />
      )}
      {isError && (
        <Failed
          title={t('listNotRead')}
          error={error}
          {...(from === null ? {} : { onRetry: () => mutate(from) })}
        />
      )}
      {isSuccess && data.map((report) => <ImportFileReport key={report.name} report={report} />)}
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
