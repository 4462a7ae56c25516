'use client'

import { useState } from 'react'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import type { AlertAbout } from '#lib/api/alerts/alerts.ts'
import { useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertLog } from './alert-log.tsx'
import { AlertTimes } from './alert-times.tsx'
import { ChannelList } from './channel-list.tsx'
import { HitList } from './hit-list.tsx'

type Part = 'told' | 'set' | 'log'

/** What was told, what is to be told and by which ways, and what became of it. `asked`: an alert that is to be made. */
export function AlertsScreen({ asked }: { readonly asked: AlertAbout | null }) {
  const t = useWords('alerts')
  const [part, setPart] = useState<Part>(asked === null ? 'told' : 'set')
  const parts = [
    { value: 'told', label: t('told') },
    { value: 'set', label: t('setUp') },
    { value: 'log', label: t('log') },
  ] as const
  return (
    <div className="mx-auto max-w-[860px] px-10 pb-24 max-sm:px-4">
      <PageHead
        title={t('title')}
        description={t('lede')}
        actions={<Segmented label={t('title')} value={part} options={parts} onChange={setPart} />}
      />
      {part === 'told' && <HitList onSetUp={() => setPart('set')} />}
      {part === 'set' && <SetUp asked={asked} />}
      {part === 'log' && <AlertLog />}
    </div>
  )
}

function SetUp({ asked }: { readonly asked: AlertAbout | null }) {
  const t = useWords('alerts')
  const panel = useAlerts()
  if (panel.isPending) return <Waiting rows={5} rowHeight={46} />
  if (panel.isError)
    return <Failed title={t('failed')} error={panel.error} onRetry={() => void panel.refetch()} />
  return (
    <>
      <section aria-label={t('newAlert')} className="rounded-3 border border-line bg-paper p-4">
        <AlertForm asked={asked} channels={panel.data.channels} />
      </section>
      <section aria-label={t('alerts')}>
        <SectionHead title={t('alerts')} />
        <AlertList {...panel.data} />
      </section>
      <section aria-label={t('channels')}>
        <SectionHead title={t('channels')} lede={t('channelsLede')} />
        <ChannelList {...panel.data} />
      </section>
      <section aria-label={t('times')}>
        <SectionHead title={t('times')} />
        <AlertTimes settings={panel.data.settings} />
      </section>
    </>
  )
}
