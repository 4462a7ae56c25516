'use client'

import { BellOff, FolderInput, Tag } from 'lucide-react'
import { useState } from 'react'
import { FolderDialog } from '#components/organising/folder-dialog.tsx'
import { LabelsDialog } from '#components/organising/labels-dialog.tsx'
import type { SubscriptionActs } from '#components/organising/use-subscription-acts.ts'
import { Button } from '#components/ui/form/button.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const

type BulkBarProps = {
  readonly chosen: readonly SubscriptionItem[]
  readonly acts: SubscriptionActs
  /** Nothing is chosen any more. */
  readonly onDone: () => void
}

/** The acts on the ticked sources, at the foot of the window. */
export function BulkBar({ chosen, acts, onDone }: BulkBarProps) {
  const t = useWords('sources')
  const organising = useWords('organising')
  const common = useWords('common')
  const [asks, setAsks] = useState<'folder' | 'labels' | null>(null)
  const count = chosen.length
  const areMuted = chosen.every((item) => item.isMuted)
  function run(act: Promise<void>) {
    onDone()
    void act
  }
  return (
    <div
      role="region"
      aria-label={t('chosenSources')}
      className="sticky bottom-4 z-10 mx-auto mt-6 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-3 border border-line bg-raised py-2 ps-4 pe-2 shadow-menu max-md:bottom-20"
    >
      <span className="me-2 font-[550]" aria-live="polite">
        {t('sourcesChosen', { count })}
      </span>
      <Button size="small" onClick={() => setAsks('folder')}>
        <FolderInput {...icon} />
        {organising('moveTo')}
      </Button>
      <Button size="small" onClick={() => setAsks('labels')}>
        <Tag {...icon} />
        {organising('labelsMenu')}
      </Button>
      <Button size="small" onClick={() => run(acts.mute(chosen, !areMuted))}>
        <BellOff {...icon} />
        {areMuted ? organising('unmute') : organising('mute')}
      </Button>
      <Button size="small" variant="danger" onClick={() => run(acts.unsubscribe(chosen))}>
        {t('unsubscribeFrom', { count })}
      </Button>
      <Button size="small" variant="quiet" onClick={onDone}>
        {common('cancel')}
      </Button>
      {asks === 'folder' ? (
        <FolderDialog
          title={organising('moveOf', { name: organising('sourceCount', { count }) })}
          button={organising('move')}
          onChoose={(folderId, name) => run(acts.move(chosen, folderId, name))}
          onClose={() => setAsks(null)}
        />
      ) : null}
      {asks === 'labels' ? (
        <LabelsDialog
          title={organising('labelsOf', { name: organising('sourceCount', { count }) })}
          labelled={{ kind: 'subscriptions', items: chosen }}
          onClose={() => setAsks(null)}
        />
      ) : null}
    </div>
  )
}
