'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import type { LabPolicy, LabComparison, LabResult, LabRunDetails } from '#lib/api/server/lab.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Empty } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatDuration } from '#lib/text/format.ts'
import { labCsvUrl, labTrace } from '#lib/queries/postings/downloads.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { LabBudgetChart } from './lab-budget-chart.tsx'
import { LabHours } from './lab-hours.tsx'
import { LabNoticed } from './lab-noticed.tsx'
import { LabTable } from './lab-table.tsx'
import {
  figureWords,
  labFigures,
  usePolicyWords,
  type LabFigure,
} from '#components/admin/shared/lab-words.ts'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { SourceChanges } from './source-changes.tsx'

type LabReportProps = Pick<LabRunDetails, 'id' | 'hasTrace'> & { readonly result: LabResult }

/** The results of a run: delay against budget, who would notice, the policies at the present budget, polls over the day. */
export function LabReport({ id, result, hasTrace }: LabReportProps) {
  const t = useWords('lab')
  const words = usePolicyWords()
  const [figure, setFigure] = useState<LabFigure>('weightedMeanMs')
  const [chosen, setChosen] = useState<LabPolicy | null>(null)
  const others = result.compared.filter(({ policy }) => policy !== result.livePolicy)
  const compared = others.find(({ policy }) => policy === chosen) ?? bestOf(others)
  if (result.happened.postings === 0)
    return (
      <Empty title={t('done')} className="px-0">
        {t('noDelay')}
      </Empty>
    )
  return (
    <>
      <div className="mt-5 mb-3 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('shown')}
          value={figure}
          options={labFigures.map((value) => ({ value, label: t(figureWords[value]) }))}
          onChange={setFigure}
        />
        <Replayed result={result} />
        <span className="flex-1" />
        <Button asChild variant="quiet">
          <a href={labCsvUrl(id)} download>
            <Download size={14} strokeWidth={1.75} aria-hidden />
            {t('csv')}
          </a>
        </Button>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-6 max-lg:grid-cols-1">
        <LabBudgetChart result={result} figure={figure} chosen={compared} />
        {compared !== null && (
          <LabNoticed
            result={result}
            compared={compared}
            others={others.map(({ policy }) => policy)}
            onChoose={setChosen}
          />
        )}
      </div>
      <LabTable result={result} />
      {compared !== null && (
        <>
          <SectionHead title={t('bySource')} lede={t('bySourceLede')} />
          <SourceChanges
            name={t('bySource')}
            changes={[...compared.gainers, ...[...compared.losers].reverse()]}
            before={words(result.livePolicy).name}
            after={words(compared.policy).name}
          />
        </>
      )}
      <SectionHead title={t('hours')} lede={t('hoursLede')} />
      <LabHours result={result} compared={compared} />
      {hasTrace && <LabTerminal id={id} />}
    </>
  )
}

/** The policy that one would look at first: the shortest weighted mean. */
function bestOf(compared: readonly LabComparison[]): LabComparison | null {
  const known = compared.filter(({ figures }) => figures.weightedMeanMs !== null)
  return known.reduce<LabComparison | null>(
    (best, each) =>
      best === null || (each.figures.weightedMeanMs ?? 0) < (best.figures.weightedMeanMs ?? 0) ? each : best,
    null,
  )
}

function Replayed({ result }: { readonly result: LabResult }) {
  const t = useWords('lab')
  const locale = useLocale()
  return (
    <p className="text-ink-3">
      {t('postingsReplayed', {
        count: result.happened.postings,
        duration: formatDuration(result.tookMs, locale),
      })}
      {result.sources < result.allSources && (
        <> · {t('drawn', { count: result.sources, all: result.allSources })}</>
      )}
    </p>
  )
}

/** A way to make a run again by the command line: its data, and the command. */
function LabTerminal({ id }: { readonly id: number }) {
  const t = useWords('lab')
  const { url, file } = labTrace(id)
  return (
    <section aria-label={t('inTerminal')}>
      <SectionHead title={t('inTerminal')} lede={t('inTerminalHint')}>
        <Button asChild variant="quiet">
          <a href={url} download>
            <Download size={14} strokeWidth={1.75} aria-hidden />
            {t('runTrace')}
          </a>
        </Button>
      </SectionHead>
      <div className="max-w-[720px]">
        <CopyField label={t('command')} value={`npm run --silent simulate -- --lab ${file}`} />
      </div>
    </section>
  )
}
