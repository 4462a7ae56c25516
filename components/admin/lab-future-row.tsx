'use client'

import type { LabResult } from '#lib/api/lab.ts'
import { Cell, HeadCell } from '#components/ui/table.tsx'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { msText, pollsText } from './lab-words.ts'

/** What no policy can do better, at the present budget. */
export function FutureRow({ result: { bound = [], budgetPerDay } }: { readonly result: LabResult }) {
  const t = useWords('lab')
  const locale = useLocale()
  const known = bound.find((point) => point.budgetPerDay === budgetPerDay)
  if (known === undefined) return null
  return (
    <tr>
      <HeadCell scope="row" className="border-line py-2 align-middle text-13 text-ink">
        {t('knowingFuture')}
        <span className="block max-w-[36ch] text-12 font-normal whitespace-normal text-ink-3">
          {t('knowingFutureHint')}
        </span>
      </HeadCell>
      <Cell numeric>{msText(known.weightedMeanMs, locale)}</Cell>
      <Cell />
      <Cell />
      <Cell />
      <Cell />
      <Cell numeric>{pollsText(budgetPerDay, locale)}</Cell>
      <Cell />
      <Cell />
    </tr>
  )
}
