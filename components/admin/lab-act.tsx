import type { LabComparison, LabPolicy } from '#lib/api/lab.ts'
import { Button } from '#components/ui/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { livePolicyOf } from './lab-words.ts'
import type { Policy } from './use-switch-policy.ts'

/** A policy of a result, as a row of its table or a card. */
export type LabRowProps = {
  readonly compared: LabComparison
  readonly isLive: boolean
  /** What the server polls by now; null: not known yet. */
  readonly present: Policy | null
  /** The weighted mean of the live policy, in words. */
  readonly liveDelay: string
  /** How far the scale of differences reaches, in ms. */
  readonly reach: number
  readonly isOnPaper: boolean
  /** One is being put on paper. */
  readonly isStarting: boolean
  readonly onSwitch: (policy: Policy) => void
  readonly onPaper: (policy: LabPolicy) => void
}

/** A policy is tried on paper before it is switched to; what is on paper and no server polls by stays there. */
export function RowAct({ compared, present, isOnPaper, isStarting, onSwitch, onPaper }: LabRowProps) {
  const t = useWords('lab')
  const { policy } = compared
  const choice = livePolicyOf(policy)
  if (present === null) return null
  if (present === choice) return <span className="text-ink-3">{t('inUse')}</span>
  if (!isOnPaper)
    return (
      <Button size="small" variant="quiet" disabled={isStarting} onClick={() => onPaper(policy)}>
        {t('runOnPaper')}
      </Button>
    )
  if (choice === null) return null
  return (
    <Button size="small" variant="quiet" onClick={() => onSwitch(choice)}>
      {t('switch')}
    </Button>
  )
}
