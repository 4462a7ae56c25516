'use client'

import Link from 'next/link'
import type { LabPolicy, LabComparison, LabResult } from '#lib/api/server/lab.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { certaintyText, changeText, msText, usePolicyWords } from '#components/admin/shared/lab-words.ts'

/** Of each side; the others are in the chart of all sources. */
const mostShown = 5

type LabNoticedProps = {
  readonly result: LabResult
  readonly compared: LabComparison
  readonly others: readonly LabPolicy[]
  readonly onChoose: (policy: LabPolicy) => void
}

/** One policy against the live one at the present budget, and whose sources would be found sooner and later. */
export function LabNoticed({ result, compared, others, onChoose }: LabNoticedProps) {
  const t = useWords('lab')
  const locale = useLocale()
  const words = usePolicyWords()
  const { figures, difference, policy } = compared
  const live = result.compared.find((each) => each.policy === result.livePolicy)
  return (
    <aside className="min-w-0">
      <Field label={t('chosen')}>
        <Select
          value={policy}
          onChange={(event) => {
            const wanted = others.find((each) => each === event.target.value)
            if (wanted !== undefined) onChoose(wanted)
          }}
        >
          {others.map((each) => (
            <option key={each} value={each}>
              {words(each).name}
            </option>
          ))}
        </Select>
      </Field>
      <p className="mt-3 text-[26px]/8 font-[640] tabular-nums">{msText(figures.weightedMeanMs, locale)}</p>
      <p className="text-ink-2">
        {t('difference', {
          policy: words(policy).name,
          delay: msText(live?.figures.weightedMeanMs ?? null, locale),
        })}{' '}
        {difference !== null &&
          t('differenceBetween', {
            difference: changeText(difference.ms, locale),
            certainty: certaintyText(difference, t, locale),
          })}
      </p>
      <h2 className="mt-5 mb-2 border-t border-line pt-4 text-[15px] leading-5 font-[620]">
        {t('whoNotices')}
      </h2>
      <Changes compared={compared} />
      <p className="mt-2 text-ink-3">
        {t('noticed', { sooner: compared.sooner, later: compared.later, alike: compared.alike })}
      </p>
    </aside>
  )
}

function Changes({ compared: { gainers, losers } }: { readonly compared: LabComparison }) {
  const t = useWords('lab')
  const locale = useLocale()
  const changes = [...gainers.slice(0, mostShown), ...losers.slice(0, mostShown).reverse()]
  if (changes.length === 0) return <p className="text-ink-2">{t('noneNotices')}</p>
  const most = Math.max(...changes.map(({ changeMs }) => Math.abs(changeMs)))
  return (
    <ul>
      {changes.map(({ sourceId, title, changeMs }) => (
        <li
          key={sourceId}
          className="grid min-h-8 grid-cols-[minmax(0,1fr)_96px_76px] items-center gap-2 pointer-coarse:min-h-11"
        >
          <Link href={`/sources/${sourceId}`} className="truncate hover:underline">
            <bdi>{title}</bdi>
          </Link>
          <ChangeBar part={changeMs / most} />
          <span className="text-end font-[550] tabular-nums">{changeText(changeMs, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

/** To the left what is sooner, to the right what is later; the words stand beside it. */
function ChangeBar({ part }: { readonly part: number }) {
  const width = Math.max(1, 46 * Math.abs(part))
  return (
    <svg viewBox="0 0 96 12" aria-hidden className="h-3 w-24 [direction:ltr]">
      <path d="M48.5 0V12" className="stroke-line-strong" />
      <rect
        x={part < 0 ? 48 - width : 49}
        y="3"
        width={width}
        height="6"
        rx="1"
        className={part < 0 ? 'fill-fresh-solid' : 'fill-late-solid'}
      />
    </svg>
  )
}
