'use client'

import Link from 'next/link'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { Time } from '#components/ui/time.tsx'
import { useBudgetHistory } from '#lib/queries/admin/budget.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { BudgetDays } from './budget-days.tsx'
import { ChangedLine } from '#components/admin/record/changed-line.tsx'

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
      <BudgetDays days={days} />
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
        {t('audit')}
      </Link>
    </section>
  )
}
