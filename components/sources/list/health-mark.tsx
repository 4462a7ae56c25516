import { Check, CircleSlash, Clock, TriangleAlert } from 'lucide-react'
import { ReasonText, useSayReason } from '#components/ui/reason-text.tsx'
import type { SourceHealth } from '#lib/api/sources/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

const icons = {
  ok: Check,
  waiting: Clock,
  failing: TriangleAlert,
  gone: CircleSlash,
  'opted-out': CircleSlash,
} as const
const stateWords = {
  ok: 'healthOk',
  waiting: 'healthWaiting',
  failing: 'healthFailing',
  gone: 'healthGone',
  'opted-out': 'healthOptedOut',
} as const
const colours = {
  ok: 'text-ink-2',
  waiting: 'text-ink-3',
  failing: 'text-broken',
  gone: 'text-broken',
  'opted-out': 'text-ink-2',
} as const

type HealthMarkProps = {
  readonly health: SourceHealth
  /** In place of the state's own word. */
  readonly word?: string
  /** The reason as a tooltip only, where a second line has no room. */
  readonly isShort?: boolean
  /** All of the reason, however long it is. */
  readonly isWhole?: boolean
}

/** The health of a source: an icon, its word, and the reason as a second line when something is wrong. */
export function HealthMark({ health, word, isShort = false, isWhole = false }: HealthMarkProps) {
  const t = useWords('sources')
  const say = useSayReason()
  const Icon = icons[health.kind]
  // The word of a feed that waits for its first check is its reason.
  const isWrong = health.kind !== 'ok' && health.kind !== 'waiting'
  const why = health.reason === null ? undefined : say(health.reason)
  return (
    <span className="block min-w-0" title={isShort ? why : undefined}>
      <span
        className={`inline-flex items-center gap-1.5 text-12 font-[550] whitespace-nowrap ${colours[health.kind]}`}
      >
        <Icon size={13} strokeWidth={1.75} aria-hidden />
        {word ?? t(stateWords[health.kind])}
      </span>
      {why !== undefined && isWrong && !isShort && (
        <span className={`text-12 text-ink-3 ${isWhole ? 'block' : 'line-clamp-2'}`} title={why}>
          <ReasonText reason={health.reason} />
        </span>
      )}
    </span>
  )
}
