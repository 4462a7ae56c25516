'use client'

import { Cell, HeadCell } from '#components/ui/table.tsx'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { msText, pollsText } from '#components/admin/shared/lab-words.ts'
import type { LabResult } from '#lib/api/server/lab.ts'

export type Bounded = Pick<LabResult, 'bound' | 'budgetPerDay'>

/** The mean delay below which no policy comes at the present budget; null: it was not computed. */
export function futureDelayMs({ bound = [], budgetPerDay }: Bounded): number | null {
  return bound.find((point) => point.budgetPerDay === budgetPerDay)?.weightedMeanMs ?? null
}

/** The bound that no policy can beat, at the present budget. */
export function FutureRow({ result }: { readonly result: Bounded }) {
  const t = useWords('lab')
  const locale = useLocale()
  const delayMs = futureDelayMs(result)
  if (delayMs === null) return null
  return (
    <tr>
      <HeadCell scope="row" className="border-line py-2 align-middle text-13 text-ink">
        {t('knowingFuture')}
        <span className="block max-w-[36ch] text-12 font-normal whitespace-normal text-ink-3">
          {t('knowingFutureHint')}
        </span>
      </HeadCell>
      <Cell numeric>{msText(delayMs, locale)}</Cell>
      <Cell />
      <Cell />
      <Cell />
      <Cell />
      <Cell numeric>{pollsText(result.budgetPerDay, locale)}</Cell>
      <Cell />
      <Cell />
    </tr>
  )
}
