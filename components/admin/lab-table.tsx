'use client'

import { useState } from 'react'
import type { LabComparison, LabPolicy, LabResult } from '#lib/api/lab.ts'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { formatShare } from '#lib/format.ts'
import { useServerSettings } from '#lib/queries/admin.ts'
import { useOnPaper } from '#lib/queries/shadow.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { Button } from '#components/ui/button.tsx'
import { DifferenceDot, reachOf } from './lab-difference.tsx'
import { FutureRow } from './lab-future-row.tsx'
import { LabSwitch } from './lab-switch.tsx'
import { changeText, livePolicyOf, msText, pollsText, usePolicyWords } from './lab-words.ts'
import { usePutOnPaper } from './use-put-on-paper.ts'
import type { Policy } from './use-switch-policy.ts'

/** All policies at the present budget, the shortest delay first, and what really happened. */
export function LabTable({ result }: { readonly result: LabResult }) {
  const t = useWords('lab')
  const locale = useLocale()
  const present = useServerSettings().data?.policy ?? null
  const onPaper = useOnPaper()
  const { putOnPaper, isStarting } = usePutOnPaper()
  const [wanted, setWanted] = useState<Policy | null>(null)
  const { compared, happened, failedPolls } = result
  const live = compared.find(({ policy }) => policy === result.livePolicy)
  const sorted = [...compared].sort(
    (a, b) => (a.figures.weightedMeanMs ?? Infinity) - (b.figures.weightedMeanMs ?? Infinity),
  )
  return (
    <>
      <SectionHead
        title={t('atBudget', { count: Math.round(result.budgetPerDay) })}
        lede={t('atBudgetLede')}
      />
      <Table>
        <thead>
          <tr>
            <HeadCell>{t('policy')}</HeadCell>
            <HeadCell numeric>{t('weightedMean')}</HeadCell>
            <HeadCell>
              {t('against')}
              <span className="block font-normal">{t('againstHint')}</span>
            </HeadCell>
            <HeadCell numeric>{t('halfWithin')}</HeadCell>
            <HeadCell numeric>{t('ninetyWithin')}</HeadCell>
            <HeadCell numeric>{t('lostShare')}</HeadCell>
            <HeadCell numeric>{t('pollsADay')}</HeadCell>
            <HeadCell numeric>
              {t('toReach')}
              <span className="block font-normal">
                {t('toReachHint', { delay: msText(live?.figures.weightedMeanMs ?? null, locale) })}
              </span>
            </HeadCell>
            <td className="border-b border-line-strong" />
          </tr>
        </thead>
        <tbody>
          {sorted.map((each) => (
            <LabRow
              key={each.policy}
              compared={each}
              isLive={each.policy === result.livePolicy}
              present={present}
              reach={reachOf(compared)}
              isOnPaper={each.policy === onPaper}
              isStarting={isStarting}
              onSwitch={setWanted}
              onPaper={putOnPaper}
            />
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
      <p className="mt-2 max-w-[80ch] text-12 text-ink-3">{t('asPublished')}</p>
      {present !== null && wanted !== null && (
        <LabSwitch present={present} wanted={wanted} onClose={() => setWanted(null)} />
      )}
    </>
  )
}

type LabRowProps = {
  readonly compared: LabComparison
  readonly isLive: boolean
  /** What the server polls by now; null: not known yet. */
  readonly present: Policy | null
  /** How far the scale of differences reaches, in ms. */
  readonly reach: number
  readonly isOnPaper: boolean
  /** One is being put on paper. */
  readonly isStarting: boolean
  readonly onSwitch: (policy: Policy) => void
  readonly onPaper: (policy: LabPolicy) => void
}

function LabRow(props: LabRowProps) {
  const { compared, isLive, isOnPaper, reach } = props
  const t = useWords('lab')
  const locale = useLocale()
  const { policy, figures, difference, pollsToReach } = compared
  const { name, effect } = usePolicyWords()(policy)
  return (
    <tr className={isLive ? 'bg-paper' : undefined}>
      <HeadCell scope="row" className="border-line py-2 align-middle text-13 text-ink">
        {name} {isLive && <Tag>{t('live')}</Tag>} {isOnPaper && <Tag>{t('tagOnPaper')}</Tag>}
        <span className="block max-w-[36ch] text-12 font-normal whitespace-normal text-ink-3 max-sm:hidden">
          {effect}
        </span>
      </HeadCell>
      <Cell numeric className="font-[550]">
        {msText(figures.weightedMeanMs, locale)}
      </Cell>
      <Cell>
        {isLive && <span className="text-ink-3">{t('comparedWith')}</span>}
        {difference !== null && (
          <>
            <DifferenceDot difference={difference} reach={reach} />
            <span className="font-[550]">{changeText(difference.ms, locale)}</span>{' '}
            <span className="text-ink-3">
              {difference.lowMs === null || difference.highMs === null
                ? t('tooFewSources')
                : `(${changeText(difference.lowMs, locale)} … ${changeText(difference.highMs, locale)})`}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric>{msText(figures.medianMs, locale)}</Cell>
      <Cell numeric>{msText(figures.p90Ms, locale)}</Cell>
      <Cell numeric>
        {formatShare(figures.postings === 0 ? null : figures.lost / figures.postings, locale)}
      </Cell>
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

/** A policy is tried on paper before it is switched to; what is on paper and no server polls by stays there. */
function RowAct({ compared, present, isOnPaper, isStarting, onSwitch, onPaper }: LabRowProps) {
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
