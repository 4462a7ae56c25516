'use client'

import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { useAlerts } from '#lib/queries/alerts/alert-panel.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertTimes } from './alert-times.tsx'
import { ChannelList } from './channel-list.tsx'
import { NewAlert } from './new-alert.tsx'

/** The set-up of alerts: what is told, by which ways and when. */
export function AlertSetUp() {
  const t = useWords('alerts')
  const panel = useAlerts()
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
            <NewAlert channels={panel.data.channels} className="mb-3" />
            <AlertList {...panel.data} />
          </>
        )}
      </SettingGroup>
      {/* Its failure is said once, above. */}
      {panel.isError ? null : (
        <>
          <SettingGroup id="channels" title={t('channels')} effect={t('channelsLede')}>
            {/* As many lines as a new account has, so that what stands below hardly moves. */}
            {panel.isSuccess ? <ChannelList {...panel.data} /> : <Waiting rows={4} rowHeight={46} />}
          </SettingGroup>
          <SettingGroup id="times" title={t('times')}>
            {panel.isSuccess ? (
              <AlertTimes settings={panel.data.settings} />
            ) : (
              <Waiting rows={3} rowHeight={46} />
            )}
          </SettingGroup>
        </>
      )}
    </>
  )
}
