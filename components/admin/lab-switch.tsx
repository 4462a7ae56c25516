'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { policies, useSwitchPolicy, type Policy } from './use-switch-policy.ts'

/** Switches the live policy, after a question: all sources are planned anew. It can be taken back. */
export function LabSwitch({ present, wanted }: { readonly present: Policy; readonly wanted: Policy }) {
  const t = useWords('lab')
  const admin = useWords('admin')
  const common = useWords('common')
  const [isOpen, setIsOpen] = useState(false)
  const { nameOf, switchTo, isSwitching } = useSwitchPolicy(present)
  const effect = policies.find(({ value }) => value === wanted)?.effect
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" variant="quiet">
          {t('switch')}
        </Button>
      }
      title={t('switchTitle')}
      description={admin('switchTo', { policy: nameOf(wanted) })}
      footer={
        <>
          <Button variant="quiet" onClick={() => setIsOpen(false)}>
            {common('cancel')}
          </Button>
          <Button
            variant="solid"
            disabled={isSwitching}
            onClick={() => switchTo(wanted, () => setIsOpen(false))}
          >
            {t('switchNow')}
          </Button>
        </>
      }
    >
      <p>{effect === undefined ? null : admin(effect)}</p>
      <p className="mt-2 text-ink-2">{admin('plannedAnew')}</p>
    </Dialog>
  )
}
