'use client'

import { LanguageChoice } from '#components/settings/reading/language-choice.tsx'
import { FreshChoice, ListChoices, ScrollChoice } from '#components/settings/reading/list-choices.tsx'
import { SettingRows } from '#components/settings/reading/setting-rows.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useTheme } from '#components/shell/theme.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeDiscoverSettings, useDiscoverSettings } from '#lib/queries/sources/discover.ts'

/** The look of the application and of lists. */
export function GeneralSettings() {
  const t = useWords('settings')
  const reading = useWords('reading')
  const shell = useWords('shell')
  return (
    <>
      <SettingGroup id="appearance" title={t('appearance')}>
        <SettingRow id="theme" label={t('theme')} effect={t('appearanceEffect')}>
          <AppearanceChoice />
        </SettingRow>
        <SettingRows part="appearance" />
        <SettingRow id="language" label={t('language')} effect={t('languageEffect')}>
          <LanguageChoice />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="lists" title={t('lists')}>
        <SettingRow id="every-list" label={t('everyList')} effect={t('everyListEffect')}>
          <ListChoices />
        </SettingRow>
        <SettingRow id="scrolled" label={reading('whenScrolled')}>
          <ScrollChoice />
        </SettingRow>
        <SettingRows part="lists" />
        <SettingRow id="fresh" label={reading('freshLane')} effect={t('freshEffect')}>
          <FreshChoice />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={shell('discover')}>
        <SettingRow id="counted" label={t('counted')} effect={t('countedEffect')}>
          <CountedChoice />
        </SettingRow>
      </SettingGroup>
    </>
  )
}

/** Light, dark, or as the system says. */
function AppearanceChoice() {
  const t = useWords('settings')
  const options = [
    { value: 'system', label: t('asSystem') },
    { value: 'light', label: t('light') },
    { value: 'dark', label: t('dark') },
  ] as const
  const { theme, setTheme } = useTheme()
  return <Segmented label={t('theme')} value={theme} options={options} onChange={setTheme} />
}

/** Whether what the account reads counts, without its name, in what others are shown. */
function CountedChoice() {
  const t = useWords('settings')
  const { data } = useDiscoverSettings()
  const change = useChangeDiscoverSettings()
  const shown = change.isPending ? change.variables.isCounted : (data?.isCounted ?? true)
  const options = [
    { value: 'yes', label: t('countedYes') },
    { value: 'no', label: t('countedNo') },
  ] as const
  return (
    <Segmented
      label={t('counted')}
      value={shown ? 'yes' : 'no'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { isCounted: value === 'yes' },
          { onError: (error) => showError(t('countedNotSaved'), error) },
        )
      }
    />
  )
}
