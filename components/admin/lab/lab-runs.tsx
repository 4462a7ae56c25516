'use client'

import { X } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { Time } from '#components/ui/time.tsx'
import { isUnderWay, useEndLabRun, useLabRun } from '#lib/queries/admin/lab.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { LabBudgetChart } from './lab-budget-chart.tsx'
import type { LabRunItem } from '#lib/api/server/lab.ts'
import { formatShare } from '#lib/text/format.ts'

type LabRunsProps = {
  readonly runs: readonly LabRunItem[]
  readonly shownId: number | null
  readonly onShow: (id: number) => void
}

/** The runs of the last 30 days: what waits, how far one is, and what came of the others. */
export function LabRuns({ runs, shownId, onShow }: LabRunsProps) {
  const t = useWords('lab')
  return (
    <>
      <SectionHead title={t('runs')} lede={t('runsLede')} />
      <ul className="border-t border-line">
        {runs.map((run) => (
          <LabRunRow key={run.id} run={run} isShown={run.id === shownId} onShow={() => onShow(run.id)} />
        ))}
      </ul>
    </>
  )
}

function LabRunRow(props: {
  readonly run: LabRunItem
  readonly isShown: boolean
  readonly onShow: () => void
}) {
  const { run, isShown, onShow } = props
  const t = useWords('lab')
  const span = t(run.request.until === 'now' ? 'daysUntilNow' : 'days', { count: run.request.days })
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1">
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        onClick={onShow}
        className="text-start hover:underline aria-[current]:font-[620] pointer-coarse:min-h-11"
      >
        {t.rich('ranAt', { span, time: () => <Time at={run.createdAt} /> })}
        {run.request.search !== '' && <bdi className="text-ink-3"> · {run.request.search}</bdi>}
      </button>
      {run.requestedBy !== null && <bdi className="text-ink-3">{run.requestedBy}</bdi>}
      <span className="flex-1" />
      <RunState run={run} />
      <EndButton run={run} isIcon />
    </li>
  )
}

/** Cancels a run that is not over, removes one that is. */
function EndButton({ run, isIcon = false }: { readonly run: LabRunItem; readonly isIcon?: boolean }) {
  const t = useWords('lab')
  const end = useEndLabRun()
  const name = isUnderWay(run) ? t('cancelRun') : t('remove')
  return (
    <Button
      size="small"
      variant={isIcon ? 'quiet' : 'outline'}
      iconOnly={isIcon}
      aria-label={isIcon ? name : undefined}
      disabled={end.isPending}
      onClick={() => end.mutate(run.id, { onError: (error) => showError(t('removeFailed'), error) })}
    >
      {isIcon ? <X size={14} strokeWidth={1.75} aria-hidden /> : name}
    </Button>
  )
}

/** In the place of a report: how far the run is. */
export function RunUnderWay({ run }: { readonly run: LabRunItem }) {
  const t = useWords('lab')
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 py-6" role="status">
        <span className="font-[550]">{t('underWay')}</span>
        <RunState run={run} />
        <EndButton run={run} />
      </div>
      {run.state === 'running' && <Growing id={run.id} />}
    </>
  )
}

/** The curves as far as they are replayed; nothing while the run still reads. */
function Growing({ id }: { readonly id: number }) {
  const soFar = useLabRun(id).data?.soFar ?? null
  if (soFar === null || soFar.points.every(({ weightedMeanMs }) => weightedMeanMs === null)) return null
  const policies = [...new Set(soFar.points.map(({ policy }) => policy))]
  return (
    <div className="max-w-[900px]">
      <LabBudgetChart
        result={{ ...soFar, bound: [], compared: policies.map((policy) => ({ policy })) }}
        figure="weightedMeanMs"
        chosen={null}
      />
    </div>
  )
}

const stateWords = { waiting: 'waiting', cancelled: 'cancelled', done: 'done' } as const

function RunState({ run }: { readonly run: LabRunItem }) {
  const t = useWords('lab')
  if (run.state === 'failed') return <span className="text-broken">{t('failed')}</span>
  if (run.state !== 'running') return <span className="text-ink-3">{t(stateWords[run.state])}</span>
  return <RunProgress name={t('progress')} progress={run.progress} />
}

/** The progress of something, 0 to 1. Also said to those who do not see the bar. */
function RunProgress({ name, progress }: { readonly name: string; readonly progress: number }) {
  const t = useWords('lab')
  const locale = useLocale()
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <progress
        aria-label={name}
        value={progress}
        className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink-2 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink-2"
      />
      {t('running', { share: formatShare(progress, locale) })}
    </span>
  )
}
