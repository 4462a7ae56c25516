'use client'

import { Dialog } from '#components/ui/dialog.tsx'
import { Key } from '#components/ui/key.tsx'

type Hint = { readonly words: string; readonly keys: readonly string[] }

const columns: readonly { readonly title: string; readonly hints: readonly Hint[] }[] = [
  {
    title: 'Move',
    hints: [
      { words: 'Next posting', keys: ['j'] },
      { words: 'Previous posting', keys: ['k'] },
      { words: 'Next, without opening', keys: ['n'] },
      { words: 'Previous, without opening', keys: ['p'] },
      { words: 'Show new postings', keys: ['.'] },
      { words: 'Close the text', keys: ['Esc'] },
    ],
  },
  {
    title: 'Act',
    hints: [
      { words: 'Open or close', keys: ['o', 'Enter'] },
      { words: 'Open original', keys: ['v'] },
      { words: 'Read or unread', keys: ['m'] },
      { words: 'Star', keys: ['s'] },
      { words: 'Mark all as read', keys: ['⇧', 'A'] },
      { words: 'Undo', keys: ['z'] },
    ],
  },
  {
    title: 'Go',
    hints: [
      { words: 'All postings', keys: ['g', 'a'] },
      { words: 'Starred', keys: ['g', 's'] },
      { words: 'Load the list again', keys: ['r'] },
      { words: 'This help', keys: ['?'] },
    ],
  },
]

/** What the keys do. They rest while something is typed. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keys" className="w-[min(800px,calc(100vw-32px))]">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-3">
        {columns.map(({ title, hints }) => (
          <section key={title}>
            <h3 className="pb-1 text-12 font-[600] text-ink-3">{title}</h3>
            <dl>
              {hints.map(({ words, keys }) => (
                <div key={words} className="flex min-h-7 items-center justify-between gap-4">
                  <dt>{words}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Key key={key}>{key}</Key>
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
