import { titled, words } from '#app/language.ts'
import { AppearanceChoice } from '#components/settings/appearance-choice.tsx'
import { CountedChoice } from '#components/settings/counted-choice.tsx'
import { LanguageChoice } from '#components/settings/language-choice.tsx'
import { ImageChoice, StoryChoice } from '#components/settings/reading-choices.tsx'
import { ShareTemplates } from '#components/settings/share-templates.tsx'
import { TokenList } from '#components/settings/token-list.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup } from '#components/ui/setting.tsx'
import { passwordLength } from '#lib/auth/auth.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export const generateMetadata = titled('settings', 'title')

export default async function SettingsPage() {
  const t = await words('settings')
  const tt = await words('text')
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('title')} />
      <SettingGroup title={t('account')}>
        <AccountForm />
      </SettingGroup>
      <SettingGroup title={t('language')} effect={t('languageEffect')}>
        <LanguageChoice />
      </SettingGroup>
      <SettingGroup title={t('appearance')} effect={t('appearanceEffect')}>
        <AppearanceChoice />
      </SettingGroup>
      <SettingGroup title={t('counted')} effect={t('countedEffect')}>
        <CountedChoice />
      </SettingGroup>
      <SettingGroup title={tt('images')} effect={tt('imagesEffect')}>
        <ImageChoice />
      </SettingGroup>
      <SettingGroup title={tt('stories')} effect={tt('storiesEffect')}>
        <StoryChoice />
      </SettingGroup>
      <SettingGroup title={tt('share')} effect={tt('shareEffect')}>
        <ShareTemplates />
      </SettingGroup>
      <SettingGroup title={t('password')} effect={t('passwordEffect')}>
        <PasswordForm leastPassword={passwordLength.min} />
      </SettingGroup>
      <SettingGroup title={t('sessions')} effect={t('sessionsEffect')}>
        <SessionList />
      </SettingGroup>
      <SettingGroup title={t('tokens')} effect={t('tokensEffect')}>
        <TokenList />
      </SettingGroup>
    </div>
  )
}
