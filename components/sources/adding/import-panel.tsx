'use client'

import { useCallback, useState } from 'react'
import { useUndoable } from '#components/organising/use-undoable.ts'
import { Failed } from '#components/ui/form/empty.tsx'
import type { ImportReport } from '#lib/api/moving/imports.ts'
import type { ImportMade } from '#lib/api/sources/subscriptions.ts'
import { useImport, useUndoImport } from '#lib/queries/sources/imports.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportDrop } from './import-drop.tsx'
import { ImportFileReport } from './import-file-report.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ListAddressForm } from './list-address-form.tsx'
import { readOpmlFolders, type OpmlList } from './opml-folders.ts'

type ImportPanelProps = {
  /** In the first run one file is enough: who has just come has no list on the web, and reading comes next. */
  readonly takesAddress?: boolean
}

/**
 * Takes a file, shows the folders of a list of feeds to choose from, then the feeds as they arrive. Each step stands in the
 * place of the one before.
 */
export function ImportPanel({ takesAddress = false }: ImportPanelProps) {
  const t = useWords('sources')
  const { mutate, mutateAsync, reset, progress, isPending, isError, isSuccess, error, data } = useImport()
  const { mutateAsync: undo, isPending: isUndoing } = useUndoImport()
  const act = useUndoable()
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
  /** The way back from that is the same import once more. */
  function takeBack(imported: ImportMade, again: File | { readonly url: string }) {
    if (isUndoing) return
    void act({
      done: (ended: number) => t('importUndone', { count: ended }), // some may have ended before
      failed: t('importNotUndone'),
      run: async () => {
        const { ended } = await undo(imported)
        reset()
        return ended
      },
      undo: () => mutateAsync(again),
    })
  }
  const made = isSuccess ? madeBy(data) : null
  const isCounted = progress !== null && progress.total > 0
  return (
    <>
      {list === null && !isPending && !isSuccess && (
        <>
          <ImportDrop isBusy={isPending} onFile={look} />
          {takesAddress && <ListAddressForm isBusy={isPending} onSend={(url) => bring({ url })} />}
        </>
      )}
      {list !== null && <ImportPreview list={list} onImport={bring} onCancel={() => setList(null)} />}
      <p role="status" className={isPending ? 'mt-2 min-h-5 text-ink-2' : 'sr-only'}>
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
      {isSuccess && (
        <>
          {data.map((report) => (
            <ImportFileReport
              key={report.name}
              report={report}
              onUndo={made === null || from === null ? undefined : () => takeBack(made, from)}
            />
          ))}
          {takesAddress && (
            <div className="mt-8">
              <ImportDrop isBusy={isPending} onFile={look} />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** What an import made, where all of it can be taken back: of one list that made something. */
function madeBy([report, ...others]: readonly ImportReport[]): ImportMade | null {
  const made = others.length === 0 ? (report?.made ?? null) : null
  return made !== null && Object.values(made).some((ids) => ids.length > 0) ? made : null
}
