import type { ReactNode } from 'react'
import { Tag } from '#components/ui/tag.tsx'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { RowAct, type LabRowProps } from './lab-act.tsx'
import { DifferenceWords } from './lab-difference.tsx'
import { futureDelayMs, type Bounded } from './lab-future-row.tsx'
import { lostText, msText, pollsText, usePolicyWords } from '#components/admin/shared/lab-words.ts'
import type { LabResult } from '#lib/api/server/lab.ts'

type LabCardsProps = {
  readonly rows: readonly LabRowProps[]
  readonly result: Pick<LabResult, 'happened' | 'failedPolls'> & Bounded
}

/** The policies for windows too narrow for columns: name and delay first, the other figures below. */
export function LabCards({ rows, result }: LabCardsProps) {
  const t = useWords('lab')
  const locale = useLocale()
  const { happened, failedPolls } = result
  const futureMs = futureDelayMs(result)
  return (
    <ul aria-label={t('addPolicies')} className="border-t border-line-strong lg:hidden">
      {rows.map((row) => (
        <LabCard key={row.compared.policy} row={row} />
      ))}
      <li className="border-b border-line py-3">
        <CardHead name={t('happened')} delay={msText(happened.weightedMeanMs, locale)} />
        <p className="text-12 text-ink-3">{t('happenedHint', { failed: failedPolls })}</p>
        <Figures
          figures={[
            [t('halfWithin'), msText(happened.medianMs, locale)],
            [t('ninetyWithin'), msText(happened.p90Ms, locale)],
            [t('pollsADay'), pollsText(happened.pollsPerDay, locale)],
          ]}
        />
      </li>
      {futureMs !== null && (
        <li className="border-b border-line py-3">
          <CardHead name={t('knowingFuture')} delay={msText(futureMs, locale)} />
          <p className="text-12 text-ink-3">{t('knowingFutureHint')}</p>
        </li>
      )}
    </ul>
  )
}

function LabCard({ row }: { readonly row: LabRowProps }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { compared, isLive } = row
  const { figures, policy, pollsToReach } = compared
  return (
    <li className={`border-b border-line py-3 ${isLive ? 'bg-paper max-sm:-mx-4 max-sm:px-4' : ''}`}>
      <CardHead name={usePolicyWords()(policy).name} delay={msText(figures.weightedMeanMs, locale)}>
        {isLive && <Tag>{t('live')}</Tag>}
      </CardHead>
      <div className="text-12">
        <DifferenceWords row={row} />
      </div>
      <Figures
        figures={[
          [t('halfWithin'), msText(figures.medianMs, locale)],
          [t('ninetyWithin'), msText(figures.p90Ms, locale)],
          [t('lostShare'), lostText(figures, locale)],
          [t('pollsADay'), pollsText(figures.pollsPerDay, locale)],
          [
            t('toReachHint', { delay: row.liveDelay }),
            pollsToReach === null ? t('unreached') : pollsText(pollsToReach, locale),
          ],
        ]}
      />
      <div className="mt-1 [&>button]:-ms-2.5">
        <RowAct {...row} />
      </div>
    </li>
  )
}

type CardHeadProps = { readonly name: string; readonly delay: string; readonly children?: ReactNode }

/** The figures that matter most: whose delay it is, and how long. */
function CardHead({ name, delay, children }: CardHeadProps) {
  const t = useWords('lab')
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h3 className="font-[620]">
        {name} {children}
      </h3>
      <p className="text-16 font-semibold whitespace-nowrap tabular-nums">
        <span className="me-2 text-12 font-[450] text-ink-3">{t('weightedMean')}</span>
        {delay}
      </p>
    </div>
  )
}

function Figures({ figures }: { readonly figures: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-1.5 sm:grid-cols-5">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="font-[550] tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
