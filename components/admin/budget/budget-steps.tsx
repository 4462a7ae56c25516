'use client'

import Link from 'next/link'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { formatCount, formatDuration } from '#lib/text/format.ts'
import { useBudgetSteps } from '#lib/queries/admin/budget.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { changeWords, delayText } from '#components/admin/sources/source-figures.ts'
import type { BudgetStepsAnswer as Steps } from '#lib/api/server/budget.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'

/** The value of a poll now, the effect of some more or less, and the sources that gain most. */
export function BudgetSteps({ policy }: Pick<ServerSettings, 'policy'>) {
  const t = useWords('admin')
  const errorText = useErrorText()
  const steps = useBudgetSteps()
  if (steps.isPending) return <p className="py-3.5 text-ink-3">{t('workingOut')}</p>
  if (steps.isError)
    return <p className="py-3.5 text-broken">{`${t('effectUnknown')} ${errorText(steps.error)}`}</p>
  if (steps.data.now.predictedDelayMs === null) return null
  return (
    <section aria-label={t('priceOfPoll')} className="border-b border-line py-3.5">
      <h3 className="font-[620]">{t('priceOfPoll')}</h3>
      <Price savedPerPollMs={steps.data.savedPerPollMs} policy={policy} />
      <StepsTable steps={steps.data} />
      {steps.data.gainers.length > 0 && <Gainers gainers={steps.data.gainers} />}
    </section>
  )
}

type PriceProps = Pick<Steps, 'savedPerPollMs'> & Pick<ServerSettings, 'policy'>

function Price({ savedPerPollMs, policy }: PriceProps) {
  const t = useWords('admin')
  const locale = useLocale()
  // The others do not weigh what a poll saves.
  const isBySaving = policy === 'price' || policy === 'minimum-delay'
  return (
    <p className="mt-1 text-ink-2">
      {savedPerPollMs === null
        ? t('priceNothing')
        : t('priceIs', { duration: formatDuration(savedPerPollMs, locale) })}
      {savedPerPollMs !== null && isBySaving && ` ${t('priceRule')}`}
    </p>
  )
}

function StepsTable({ steps: { now, steps } }: { readonly steps: Steps }) {
  const t = useWords('admin')
  const locale = useLocale()
  return (
    <table className="mt-2 w-full tabular-nums">
      <caption className="sr-only">{t('priceSteps')}</caption>
      <tbody>
        {steps.map(({ changePerDay, predictedDelayMs }) => (
          <tr key={changePerDay} className="align-top">
            <th scope="row" className="py-1 text-start font-[450] text-ink-2">
              {t(changePerDay < 0 ? 'priceFewer' : 'priceMore', { count: Math.abs(changePerDay) })}
            </th>
            <td className="py-1 text-end font-[550] whitespace-nowrap">
              <span className="font-[450] text-ink-3">{delayText(now.predictedDelayMs, locale)} → </span>
              {delayText(predictedDelayMs, locale)}
              <span className="block text-12 leading-[14px] font-[450] text-ink-3">
                {changeWords(now.predictedDelayMs ?? 0, predictedDelayMs ?? 0, t, locale)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Gainers({ gainers }: Pick<Steps, 'gainers'>) {
  const t = useWords('admin')
  const locale = useLocale()
  // They were chosen by what it is worth, and are shown by how far they move.
  const sorted = gainers.toSorted((a, b) => b.nowMs - b.thenMs - (a.nowMs - a.thenMs))
  return (
    <details className="mt-2">
      <summary className="cursor-pointer font-[550] pointer-coarse:py-3">
        {t('priceGainers', { shown: formatCount(gainers.length, locale), count: gainers.length })}
      </summary>
      <ol className="mt-1">
        {sorted.map(({ id, title, nowMs, thenMs }) => (
          <li key={id} className="flex h-7 items-center gap-2 pointer-coarse:h-11">
            <Link
              href={`/sources/${id}`}
              dir="auto"
              className="min-w-0 flex-1 truncate text-as-parent hover:underline"
            >
              {title}
            </Link>
            <span className="whitespace-nowrap">
              <span className="text-ink-3">{formatDuration(nowMs, locale)} → </span>
              {formatDuration(thenMs, locale)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
