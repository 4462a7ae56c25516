'use client'

import { Dialog } from '#components/ui/dialog.tsx'
import { Key as KeyCap } from '#components/ui/key.tsx'
import type { Key } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'

type Hint = { readonly words: Key<'reading'>; readonly keys: readonly string[] }

const columns: readonly { readonly title: Key<'reading'>; readonly hints: readonly Hint[] }[] = [
  {
    title: 'keysMove',
    hints: [
      { words: 'keyNext', keys: ['j'] },
      { words: 'keyPrevious', keys: ['k'] },
      { words: 'keyNextClosed', keys: ['n'] },
      { words: 'keyPreviousClosed', keys: ['p'] },
      { words: 'keyShowNew', keys: ['.'] },
      { words: 'keyCloseText', keys: ['Esc'] },
    ],
  },
  {
    title: 'keysAct',
    hints: [
      { words: 'keyOpenOrClose', keys: ['o', 'Enter'] },
      { words: 'openOriginal', keys: ['v'] },
      { words: 'keyReadOrUnread', keys: ['m'] },
      { words: 'star', keys: ['s'] },
      { words: 'markAllRead', keys: ['⇧', 'A'] },
      { words: 'keyUndo', keys: ['z'] },
    ],
  },
  {
    title: 'keysGo',
    hints: [
      { words: 'keyAllPostings', keys: ['g', 'a'] },
      { words: 'starred', keys: ['g', 's'] },
      { words: 'keyReload', keys: ['r'] },
      { words: 'keyHelp', keys: ['?'] },
    ],
  },
]

/** What the keys do. They rest while something is typed. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('reading')
  return (
    <Dialog open onOpenChange={onClose} title={t('keys')} className="w-[min(800px,calc(100vw-32px))]">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-3">
        {columns.map(({ title, hints }) => (
          <section key={title}>
            <h3 className="pb-1 text-12 font-[600] text-ink-3">{t(title)}</h3>
            <dl>
              {hints.map(({ words, keys }) => (
                <div key={words} className="flex min-h-7 items-center justify-between gap-4">
                  <dt>{t(words)}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <KeyCap key={key}>{key}</KeyCap>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
