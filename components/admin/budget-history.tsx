'use client'

import Link from 'next/link'
import type { BudgetHistory as History } from '#lib/api/budget.ts'
import { useErrorText } from '#components/ui/error-text.ts'
import { Time, useClock } from '#components/ui/time.tsx'
import { formatCount, formatDate } from '#lib/format.ts'
import { useBudgetHistory } from '#lib/queries/budget.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { ChangedLine } from './changed-line.tsx'
import { delayText } from './source-figures.ts'

const daysShown = 14

/** The budget day by day with what was expected of it, and who changed what. */
export function BudgetHistory() {
  const t = useWords('admin')
  const errorText = useErrorText()
  const history = useBudgetHistory()
  if (history.isPending) return null
  if (history.isError) return <p className="py-3.5 text-broken">{errorText(history.error)}</p>
  const { days, changes } = history.data
  return (
    <section aria-label={t('budgetHistory')} className="border-b border-line py-3.5">
      <h3 className="font-[620]">{t('budgetHistory')}</h3>
      {days.length > 0 && <Days days={days} />}
      {changes.length === 0 ? (
        <p className="mt-2 text-ink-3">{t('noBudgetChange')}</p>
      ) : (
        <ol className="mt-2 flex flex-col gap-2">
          {changes.map(({ id, at, actor, changed }) => (
            <li key={id} className="text-12">
              <span className="text-ink-3">
                <Time at={at} /> {actor ?? t('nobody')}
              </span>
              {changed.map((line) => (
                <span key={line.name} className="block break-words">
                  <ChangedLine line={line} />
                </span>
              ))}
            </li>
          ))}
        </ol>
      )}
      <Link href="/admin/audit" className="mt-2 inline-block underline pointer-coarse:py-3">
        {t('toTheLog')}
      </Link>
    </section>
  )
}

function Days({ days }: Pick<History, 'days'>) {
  const t = useWords('admin')
  const { nowMs, timeZone } = useClock()
  const locale = useLocale()
  return (
    <table className="mt-2 w-full tabular-nums">
      <caption className="sr-only">{t('budgetByDay')}</caption>
      <thead>
        <tr className="text-12 text-ink-3">
          <th scope="col" className="text-start font-medium">
            {t('day')}
          </th>
          <th scope="col" className="text-end font-medium">
            {t('budget')}
          </th>
          <th scope="col" className="text-end font-medium">
            {t('delayExpected')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days
          .slice(-daysShown)
          .toReversed()
          .map(({ at, budgetPerDay, predictedDelayMs }) => (
            <tr key={at} className="h-6">
              <th scope="row" className="text-start font-[450] text-ink-2">
                <time dateTime={at}>{formatDate(Date.parse(at), nowMs, timeZone, locale)}</time>
              </th>
              <td className="text-end">{formatCount(budgetPerDay, locale)}</td>
              <td className="text-end text-ink-2">{delayText(predictedDelayMs, locale)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
