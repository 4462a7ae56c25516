import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { OpmlList } from './opml-folders.ts'

type ImportPreviewProps = {
  readonly list: OpmlList
  readonly onImport: (file: File) => void
  readonly onCancel: () => void
}

/** Shows the folders of a list, to be chosen before anything is imported. */
export function ImportPreview({ list, onImport, onCancel }: ImportPreviewProps) {
  const t = useWords('sources')
  const common = useWords('common')
  const [left, setLeft] = useState<ReadonlySet<string | null>>(new Set())
  const chosen = list.folders.filter(({ name }) => !left.has(name))
  const count = chosen.reduce((sum, { feeds }) => sum + feeds, 0)
  function toggle(name: string | null) {
    const next = new Set(left)
    if (!next.delete(name)) next.add(name)
    setLeft(next)
  }
  return (
    <section aria-label={t('importPreview')} className="rounded-3 border border-line bg-paper p-5">
      <h2 className="mb-3 text-16 font-semibold">{t('importPreview')}</h2>
      <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {list.folders.map(({ name, feeds }) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <Checkbox
              className="min-w-0 flex-1"
              checked={!left.has(name)}
              onChange={() => toggle(name)}
              label={<span className="truncate">{name === null ? t('importNoFolder') : name}</span>}
            />
            <span className="text-ink-3 tabular-nums">{t('importFeeds', { count: feeds })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex gap-2">
        <Button variant="solid" disabled={count === 0} onClick={() => onImport(list.without(left))}>
          {t('importThese', { count })}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    </section>
  )
}
