'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Dialog } from '#components/ui/open/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { policies, useSwitchPolicy, type Policy } from '#components/admin/shared/use-switch-policy.ts'

type LabSwitchProps = {
  readonly present: Policy
  /** The policy that is chosen at first; another one can be. */
  readonly wanted: Policy
  readonly onClose: () => void
}

/** Switches the live policy, after a question: all sources are planned anew. It can be taken back. */
export function LabSwitch({ present, wanted: first, onClose }: LabSwitchProps) {
  const t = useWords('lab')
  const admin = useWords('admin')
  const common = useWords('common')
  const [wanted, setWanted] = useState(first)
  const { nameOf, switchTo, isSwitching } = useSwitchPolicy(present)
  const effect = policies.find(({ value }) => value === wanted)?.effect
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('switchTitle')}
      description={admin('switchTo', { policy: nameOf(wanted) })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="solid" disabled={isSwitching} onClick={() => switchTo(wanted, onClose)}>
            {t('switchNow')}
          </Button>
        </>
      }
    >
      <Field label={t('policy')}>
        <Select
          value={wanted}
          onChange={(event) =>
            setWanted(policies.find(({ value }) => value === event.target.value)?.value ?? wanted)
          }
        >
          {policies
            .filter(({ value }) => value !== present)
            .map(({ value }) => (
              <option key={value} value={value}>
                {nameOf(value)}
              </option>
            ))}
        </Select>
      </Field>
      <p className="mt-3">{effect === undefined ? null : admin(effect)}</p>
      <p className="mt-2 text-ink-2">{admin('plannedAnew')}</p>
    </Dialog>
  )
}
