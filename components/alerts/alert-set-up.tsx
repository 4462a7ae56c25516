'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import type { AlertAbout } from '#lib/api/alerts/alerts.ts'
import { useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertTimes } from './alert-times.tsx'
import { ChannelList } from './channel-list.tsx'

/** The set-up of alerts: what is told, by which ways and when. `asked`: an alert that is to be made. */
export function AlertSetUp({ asked }: { readonly asked: AlertAbout | null }) {
  const t = useWords('alerts')
  const panel = useAlerts()
  const [isNew, setNew] = useState(asked !== null)
  return (
    <>
      <SettingGroup id="alerts" title={t('alerts')} effect={t('lede')}>
        {panel.isPending && <Waiting rows={2} rowHeight={46} />}
        {panel.isError && (
          <Failed
            title={t('failed')}
            error={panel.error}
            onRetry={() => void panel.refetch()}
            className="px-0"
          />
        )}
        {panel.isSuccess && (
          <>
            {isNew || panel.data.alerts.length === 0 ? (
              <section aria-label={t('newAlert')} className="mb-3 rounded-3 border border-line bg-paper p-4">
                <AlertForm asked={asked} channels={panel.data.channels} />
              </section>
            ) : (
              <Button variant="solid" className="mb-3" onClick={() => setNew(true)}>
                {t('newAlert')}
              </Button>
            )}
            <AlertList {...panel.data} />
          </>
        )}
      </SettingGroup>
      {/* Its failure is said once, above. */}
      {panel.isError ? null : (
        <>
          <SettingGroup id="channels" title={t('channels')} effect={t('channelsLede')}>
            {panel.isSuccess ? <ChannelList {...panel.data} /> : <Waiting rows={2} rowHeight={46} />}
          </SettingGroup>
          <SettingGroup id="times" title={t('times')}>
            {panel.isSuccess ? (
              <AlertTimes settings={panel.data.settings} />
            ) : (
              <Waiting rows={2} rowHeight={46} />
            )}
          </SettingGroup>
        </>
      )}
    </>
  )
}
