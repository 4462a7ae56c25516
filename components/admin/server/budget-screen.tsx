'use client'

import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { BudgetPanel } from '#components/admin/budget/budget-panel.tsx'
import { WithServerSettings } from '#components/admin/shared/with-server-settings.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { BoundsForm } from './bounds-form.tsx'

/** The checks that all sources share, the bounds that no policy leaves, and whether checks are made. */
export function BudgetScreen() {
  const t = useWords('admin')
  return (
    <div className="max-w-[1120px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('budgetAndPolicy')} />
      <div className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h2 className="sr-only">{t('budget')}</h2>
          <BudgetPanel />
        </div>
        <WithServerSettings rows={3}>
          {(settings) => (
            <div className="max-lg:mt-8">
              <SettingGroup id="polling" title={t('polling')} effect={t('pollingEffect')}>
                <PauseChoice isPaused={settings.isPaused} />
              </SettingGroup>
              <SettingGroup id="bounds" title={t('bounds')} effect={t('boundsEffect')}>
                <BoundsForm
                  budgetPerDay={settings.budgetPerDay}
                  checksPerSource={settings.checksPerSource}
                  minIntervalMs={settings.minIntervalMs}
                  maxStalenessMs={settings.maxStalenessMs}
                  overflowRisk={settings.overflowRisk}
                />
              </SettingGroup>
            </div>
          )}
        </WithServerSettings>
      </div>
    </div>
  )
}

/** Whether sources are polled at all. In force as soon as it is chosen. */
function PauseChoice({ isPaused }: { readonly isPaused: boolean }) {
  const t = useWords('admin')
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.isPaused ?? isPaused) : isPaused
  const options = [
    { value: 'on', label: t('pollingOn') },
    { value: 'paused', label: t('pollingPaused') },
  ] as const
  return (
    <Segmented
      label={t('polling')}
      value={shown ? 'paused' : 'on'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { isPaused: value === 'paused' },
          { onError: (error) => showError(t('pollingNotChanged'), error) },
        )
      }
    />
  )
}
