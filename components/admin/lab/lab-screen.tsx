'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { useClock } from '#components/ui/time.tsx'
import { stepHistory } from '#components/ui/step-history.ts'
import { useServerSettings } from '#lib/queries/admin/admin.ts'
import { isUnderWay, useLabRun, useLabRuns } from '#lib/queries/admin/lab.ts'
import { formatMoment } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { LabForm } from './lab-form.tsx'
import { LabReport } from './lab-report.tsx'
import { LabRuns, RunUnderWay } from './lab-runs.tsx'
import { LabSwitch } from './lab-switch.tsx'
import { failureWords } from '#components/admin/shared/lab-words.ts'
import { shownRun } from './shown-run.ts'
import { policies } from '#components/admin/shared/use-switch-policy.ts'
import type { LabRunItem } from '#lib/api/server/lab.ts'

/** The results that other policies would have had with the postings that really came. The address says which run is shown: `?run=7`. */
export function LabScreen() {
  const t = useWords('lab')
  const admin = useWords('admin')
  const runs = useLabRuns()
  const asked = Number(useSearchParams().get('run'))
  const listed = runs.data?.runs ?? []
  const shown = shownRun(listed, asked)
  const { nowMs } = useClock()
  const readyAt = runs.data?.readyAt ?? null
  const canReplay = readyAt !== null && Date.parse(readyAt) <= nowMs
  const show = (id: number) => stepHistory('push', `/admin/lab?run=${id}`)
  return (
    <div className="max-w-[1320px] px-10 pb-16 max-sm:px-4">
      <PageHead title={admin('lab')} description={t('lede')} actions={<SwitchButton />} />
      {runs.isSuccess && !canReplay && <TooSoon readyAt={runs.data.readyAt} />}
      {(canReplay || !runs.isSuccess) && (
        <LabForm isBusy={listed.filter(isUnderWay).length >= 5} onStarted={show} />
      )}
      {runs.isPending && <Waiting rows={3} rowHeight={44} />}
      {runs.isError && (
        <Failed title={t('runsFailed')} error={runs.error} onRetry={() => void runs.refetch()} />
      )}
      {runs.isSuccess && canReplay && listed.length === 0 && (
        <Empty title={t('never')} className="px-0">
          {t('neverHint')}
        </Empty>
      )}
      {shown !== null && <ShownRun key={`${shown.id} ${shown.state}`} run={shown} />}
      {listed.length > 0 && <LabRuns runs={listed} shownId={shown?.id ?? null} onShow={show} />}
    </div>
  )
}

/** Says when the lab can be used: even the shortest replay needs a day that is stored. */
function TooSoon({ readyAt }: { readonly readyAt: string | null }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  return (
    <Empty title={t('notYet')} className="px-0">
      {readyAt === null
        ? t('opensLater')
        : t('opensAt', { time: formatMoment(Date.parse(readyAt), nowMs, timeZone, locale) })}
    </Empty>
  )
}

/** The live policy can be switched without a run, too. */
function SwitchButton() {
  const t = useWords('lab')
  const present = useServerSettings().data?.policy ?? null
  const [isOpen, setIsOpen] = useState(false)
  const first = policies.find(({ value }) => value !== present)
  return (
    <>
      <Button variant="solid" disabled={present === null} onClick={() => setIsOpen(true)}>
        {t('switchPolicy')}
      </Button>
      {present !== null && isOpen && first !== undefined && (
        <LabSwitch present={present} wanted={first.value} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

function ShownRun({ run }: { readonly run: LabRunItem }) {
  const t = useWords('lab')
  if (run.state === 'done') return <DoneRun id={run.id} />
  if (isUnderWay(run)) return <RunUnderWay run={run} />
  if (run.failure === null) return null
  return <Failed title={t('failed')} reason={t(failureWords[run.failure])} className="px-0" />
}

/** A report is longer than a screen: the runs below it stay out of sight when it comes. */
const waitingReport = <Waiting rows={8} className="min-h-dvh" />

function DoneRun({ id }: { readonly id: number }) {
  const t = useWords('lab')
  const run = useLabRun(id)
  if (run.isPending) return waitingReport
  if (run.isError)
    return <Failed title={t('runFailed')} error={run.error} onRetry={() => void run.refetch()} />
  const { result, hasTrace } = run.data
  // A kept result may still be of the run under way.
  if (isUnderWay(run.data)) return waitingReport
  return result === null ? null : <LabReport id={id} result={result} hasTrace={hasTrace} />
}
