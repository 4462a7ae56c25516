'use client'

import { AppearanceChoice } from '#components/settings/reading/appearance-choice.tsx'
import { CountedChoice } from '#components/settings/reading/counted-choice.tsx'
import { DensityChoice } from '#components/settings/reading/density-choice.tsx'
import { LanguageChoice } from '#components/settings/reading/language-choice.tsx'
import { FreshChoice, ListChoices, ScrollChoice } from '#components/settings/reading/list-choices.tsx'
import { SwipeChoice } from '#components/settings/reading/swipe-choice.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'
import { useWords } from '#lib/words/use-words.tsx'

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
        <SettingRow id="density" label={t('density')} effect={t('densityEffect')}>
          <DensityChoice />
        </SettingRow>
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
        <SettingRow id="swipes" label={t('swipes')} effect={t('swipesEffect')}>
          <SwipeChoice />
        </SettingRow>
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
