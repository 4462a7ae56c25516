'use client'

import { useDeferredValue, useState } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog } from '#components/ui/open/dialog.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import type { ReadingOptions } from '#lib/api/lists/list-settings.ts'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import type { MessageKey } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { bindingsOf, type KeyAct } from './key-bindings.ts'
import { KeyEditor } from './key-editor.tsx'

type Column = {
  readonly title: MessageKey<'reading'>
  readonly acts: readonly (readonly [KeyAct, MessageKey<'reading'>])[]
}

const columns: readonly Column[] = [
  {
    title: 'keysMove',
    acts: [
      ['next', 'nextPosting'],
      ['previous', 'previousPosting'],
      ['nextClosed', 'keyNextClosed'],
      ['previousClosed', 'keyPreviousClosed'],
      ['showNew', 'keyShowNew'],
      ['close', 'keyCloseText'],
    ],
  },
  {
    title: 'keysAct',
    acts: [
      ['openOrClose', 'keyOpenOrClose'],
      ['original', 'openOriginal'],
      ['toggleRead', 'keyReadOrUnread'],
      ['star', 'star'],
      ['later', 'readLater'],
      ['label', 'labels'],
      ['share', 'keyShare'],
      ['markAll', 'markAllRead'],
      ['markUpTo', 'markUpTo'],
      ['markAbove', 'markAbove'],
      ['markBelow', 'markBelow'],
      ['undo', 'keyUndo'],
    ],
  },
  {
    title: 'keysGo',
    acts: [
      ['goAll', 'allPostings'],
      ['goFresh', 'freshLane'],
      ['goStarred', 'starred'],
      ['goLater', 'readLater'],
      ['search', 'keySearch'],
      ['reload', 'keyReload'],
      ['help', 'keyHelp'],
    ],
  },
]

const mostActs = Math.max(...columns.map(({ acts }) => acts.length))

const presetNames = [
  { value: 'google-reader', label: 'Google Reader' },
  { value: 'miniflux', label: 'Miniflux' },
  { value: 'freshrss', label: 'FreshRSS' },
] as const

/** The keys and their acts. They rest while something is typed. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('reading')
  return (
    <Dialog open onOpenChange={onClose} title={t('keys')} className="w-[min(860px,calc(100vw-32px))]">
      <KeyChoices className="sm:grid-cols-3" />
    </Dialog>
  )
}

/** Opens the help with the keys, where they are changed, too. */
export function KeyHelpButton() {
  const t = useWords('palette')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('keys')}</Button>
      {isOpen && <KeyHelp onClose={() => setOpen(false)} />}
    </>
  )
}

/** All keys by what they are for, a preset for them, and whether they are used. */
export function KeyChoices({ className }: { readonly className?: string }) {
  const t = useWords('reading')
  const { options } = useListSettings()
  const change = useChangeListSettings()
  const bindings = bindingsOf(options)
  const names = new Map(columns.flatMap(({ acts }) => acts.map(([act, words]) => [act, t(words)] as const)))
  // The longest column is as high as all of them will be: the others come when there is time.
  const isWhole = useDeferredValue(true, false)
  const save = (wanted: Partial<ReadingOptions>) =>
    change.mutate({ options: wanted }, { onError: (error) => showError(t('notSaved'), error) })
  const uses = [
    { value: 'on', label: t('keysOn') },
    { value: 'off', label: t('keysOff') },
  ] as const
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span aria-hidden className="text-12 text-ink-2">
            {t('keyPreset')}
          </span>
          <Segmented
            label={t('keyPreset')}
            value={options.keyPreset}
            options={presetNames}
            onChange={(keyPreset) => save({ keyPreset, keys: {} })}
          />
        </div>
        <Segmented
          label={t('keysUsed')}
          value={options.hasKeys ? 'on' : 'off'}
          options={uses}
          onChange={(use) => save({ hasKeys: use === 'on' })}
        />
        <p className="min-w-60 flex-1 text-12 text-ink-2">
          {t('keysHint')} {t('keysCommands')}
        </p>
      </div>
      <div className={cn('grid gap-x-8 gap-y-5', className)}>
        {columns.map(({ title, acts }) => (
          <section key={title}>
            <h3 className="pb-1 text-12 font-[600] text-ink-3">{t(title)}</h3>
            <ul>
              {(isWhole || acts.length === mostActs ? acts : []).map(([act, words]) => (
                <KeyEditor
                  key={act}
                  act={act}
                  name={t(words)}
                  bindings={bindings}
                  nameOf={(other) => names.get(other) ?? ''}
                  onChange={(keys) => save({ keys: { ...options.keys, [act]: [...keys] } })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
