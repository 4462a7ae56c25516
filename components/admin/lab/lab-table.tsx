'use client'

import { useState } from 'react'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { useServerSettings } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { RowAct, type LabRowProps } from './lab-act.tsx'
import { LabCards } from './lab-cards.tsx'
import { DifferenceWords, reachOf } from './lab-difference.tsx'
import { FutureRow } from './lab-future-row.tsx'
import { LabSwitch } from './lab-switch.tsx'
import { lostText, msText, pollsText, usePolicyWords } from '#components/admin/shared/lab-words.ts'
import type { Policy } from '#components/admin/shared/use-switch-policy.ts'
import type { LabResult } from '#lib/api/server/lab.ts'

/** All policies at the present budget, the shortest delay first, and what really happened. */
export function LabTable({ result }: { readonly result: LabResult }) {
  const t = useWords('lab')
  const locale = useLocale()
  const present = useServerSettings().data?.policy ?? null
  const [wanted, setWanted] = useState<Policy | null>(null)
  const { compared, happened, failedPolls } = result
  const live = compared.find(({ policy }) => policy === result.livePolicy)
  const sorted = [...compared].sort(
    (a, b) => (a.figures.weightedMeanMs ?? Infinity) - (b.figures.weightedMeanMs ?? Infinity),
  )
  const liveDelay = msText(live?.figures.weightedMeanMs ?? null, locale)
  const rows = sorted.map((each): LabRowProps => ({
    compared: each,
    present,
    reach: reachOf(compared),
    liveDelay,
    isLive: each.policy === result.livePolicy,
    onSwitch: setWanted,
  }))
  return (
    <>
      <SectionHead
        title={t('atBudget', { count: Math.round(result.budgetPerDay) })}
        lede={t('atBudgetLede')}
      />
      <LabCards rows={rows} result={result} />
      <div className="max-lg:hidden">
        <Table>
          <thead>
            <tr>
              <HeadCell>{t('policy')}</HeadCell>
              <HeadCell numeric>{t('weightedMean')}</HeadCell>
              <HeadCell>
                {t('against')}
                <span className="block font-normal">{t('againstHint')}</span>
              </HeadCell>
              <HeadCell numeric className="whitespace-normal">
                {t('halfWithin')}
              </HeadCell>
              <HeadCell numeric className="whitespace-normal">
                {t('ninetyWithin')}
              </HeadCell>
              <HeadCell numeric>{t('lostShare')}</HeadCell>
              <HeadCell numeric>{t('pollsADay')}</HeadCell>
              <HeadCell numeric>
                {t('toReach')}
                <span className="block font-normal">{t('toReachHint', { delay: liveDelay })}</span>
              </HeadCell>
              <td className="border-b border-line-strong" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LabRow key={row.compared.policy} {...row} />
            ))}
            <tr>
              <HeadCell scope="row" className="border-line py-2 align-middle text-13 text-ink">
                {t('happened')}
                <span className="block max-w-[36ch] text-12 font-normal whitespace-normal text-ink-3">
                  {t('happenedHint', { failed: failedPolls })}
                </span>
              </HeadCell>
              <Cell numeric>{msText(happened.weightedMeanMs, locale)}</Cell>
              <Cell />
              <Cell numeric>{msText(happened.medianMs, locale)}</Cell>
              <Cell numeric>{msText(happened.p90Ms, locale)}</Cell>
              <Cell />
              <Cell numeric>{pollsText(happened.pollsPerDay, locale)}</Cell>
              <Cell />
              <Cell />
            </tr>
            <FutureRow result={result} />
          </tbody>
        </Table>
      </div>
      <p className="mt-2 max-w-[80ch] text-12 text-ink-3">{t('asPublished')}</p>
      {present !== null && wanted !== null && (
        <LabSwitch present={present} wanted={wanted} onClose={() => setWanted(null)} />
      )}
    </>
  )
}

function LabRow(props: LabRowProps) {
  const { compared, isLive } = props
  const t = useWords('lab')
  const locale = useLocale()
  const { policy, figures, pollsToReach } = compared
  const { name, effect } = usePolicyWords()(policy)
  return (
    <tr className={isLive ? 'bg-paper' : undefined}>
      <HeadCell scope="row" className="border-line py-2 align-middle text-13 text-ink">
        {name} {isLive && <Tag>{t('live')}</Tag>}
        <span className="block max-w-[36ch] text-12 font-normal whitespace-normal text-ink-3 max-xl:hidden">
          {effect}
        </span>
      </HeadCell>
      <Cell numeric className="font-[550]">
        {msText(figures.weightedMeanMs, locale)}
      </Cell>
      <Cell>
        <DifferenceWords row={props} />
      </Cell>
      <Cell numeric>{msText(figures.medianMs, locale)}</Cell>
      <Cell numeric>{msText(figures.p90Ms, locale)}</Cell>
      <Cell numeric>{lostText(figures, locale)}</Cell>
      <Cell numeric>{pollsText(figures.pollsPerDay, locale)}</Cell>
      <Cell numeric>
        {pollsToReach === null ? (
          <span className="inline-block max-w-[14ch] text-12 whitespace-normal text-ink-3">
            {t('unreached')}
          </span>
        ) : (
          pollsText(pollsToReach, locale)
        )}
      </Cell>
      <Cell numeric>
        <RowAct {...props} />
      </Cell>
    </tr>
  )
}
