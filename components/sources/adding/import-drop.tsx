'use client'

import { Upload } from 'lucide-react'
import { useEffect, useId, useState, type DragEvent } from 'react'
import { useWords } from '#lib/words/use-words.tsx'

type ImportDropProps = { readonly isBusy: boolean; readonly onFile: (file: File) => void }

/** The files that an installed application is opened with (File Handling API; Chromium). */
type LaunchQueue = {
  readonly setConsumer: (
    consumer: (launch: { readonly files: readonly { readonly getFile: () => Promise<File> }[] }) => void,
  ) => void
}

/** Takes one file: chosen, dropped, or opened with the installed application. */
export function ImportDrop({ isBusy, onFile }: ImportDropProps) {
  const t = useWords('sources')
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const { launchQueue } = window as { readonly launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => void files[0]?.getFile().then(onFile))
  }, [onFile])
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isBusy) onFile(file)
  }
  return (
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
          accept=".opml,.xml,.json,.zip"
          disabled={isBusy}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // the same file may be chosen again
            if (file !== undefined) onFile(file)
          }}
          className="sr-only"
        />
      </label>
      <p className="mt-2 text-ink-3 pointer-coarse:hidden">{t('orDrop')}</p>
      {/* Fingers drop nothing. */}
      <p className="mt-2 hidden text-ink-3 pointer-coarse:block">{t('mostSize')}</p>
    </div>
  )
}
