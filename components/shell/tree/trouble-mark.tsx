import { TriangleAlert } from 'lucide-react'
import { useSayReason } from '#components/ui/reason-text.tsx'
import type { ReasonItem } from '#lib/api/parts/answer-parts.ts'

/** A triangle where a source does not answer or has ended; the words come with it. */
export function TroubleMark({ reason }: { readonly reason: ReasonItem }) {
  const words = useSayReason()(reason)
  return (
    <span title={words} className="text-broken">
      <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
      <span className="sr-only">{words}</span>
    </span>
  )
}
