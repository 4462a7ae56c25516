import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { policies, useSwitchPolicy, type Policy } from './use-switch-policy.ts'

type LabSwitchProps = {
  readonly present: Policy
  /** Null: nothing is asked. */
  readonly wanted: Policy | null
  readonly onClose: () => void
}

/** Switches the live policy, after a question: all sources are planned anew. It can be taken back. */
export function LabSwitch({ present, wanted, onClose }: LabSwitchProps) {
  const t = useWords('lab')
  const admin = useWords('admin')
  const common = useWords('common')
  const { nameOf, switchTo, isSwitching } = useSwitchPolicy(present)
  const effect = policies.find(({ value }) => value === wanted)?.effect
  if (wanted === null) return null
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
      <p>{effect === undefined ? null : admin(effect)}</p>
      <p className="mt-2 text-ink-2">{admin('plannedAnew')}</p>
    </Dialog>
  )
}
