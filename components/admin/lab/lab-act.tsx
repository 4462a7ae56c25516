import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { livePolicyOf } from '#components/admin/shared/lab-words.ts'
import type { Policy } from '#components/admin/shared/use-switch-policy.ts'
import type { LabComparison } from '#lib/api/server/lab.ts'

/** A policy of a result, as a row of its table or a card. */
export type LabRowProps = {
  readonly compared: LabComparison
  readonly isLive: boolean
  /** The policy that the server polls by now; null: not known yet. */
  readonly present: Policy | null
  /** The weighted mean of the live policy, in words. */
  readonly liveDelay: string
  /** The end of the scale of differences, in ms. */
  readonly reach: number
  readonly onSwitch: (policy: Policy) => void
}

/** Switches to the policy of the row. A server polls by some of them only: the others have nothing to press. */
export function RowAct({ compared, present, onSwitch }: LabRowProps) {
  const t = useWords('lab')
  const choice = livePolicyOf(compared.policy)
  if (present === null || choice === null) return null
  if (present === choice) return <span className="text-ink-3">{t('inUse')}</span>
  return (
    <Button size="small" variant="quiet" onClick={() => onSwitch(choice)}>
      {t('switch')}
    </Button>
  )
}
