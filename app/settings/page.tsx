import Link from 'next/link'
import { titled, words } from '#lib/pages/language.ts'
import { AppearanceChoice } from '#components/settings/reading/appearance-choice.tsx'
import { Bookmarklet } from '#components/settings/apps/bookmarklet.tsx'
import { CountedChoice } from '#components/settings/reading/counted-choice.tsx'
import { DeleteAccount } from '#components/settings/account/delete-account.tsx'
import { DensityChoice } from '#components/settings/reading/density-choice.tsx'
import { EmailForm } from '#components/settings/account/email-form.tsx'
import { KeyChoices } from '#components/reading/keys/key-help.tsx'
import { TextLookChoices } from '#components/reading/text/text-look.tsx'
import { LanguageChoice } from '#components/settings/reading/language-choice.tsx'
import { FreshChoice, ListChoices, ScrollChoice } from '#components/settings/reading/list-choices.tsx'
import { OfflineChoice } from '#components/settings/reading/offline-choice.tsx'
import { PasskeyList } from '#components/settings/account/passkey-list.tsx'
import { ImageChoice, StoryChoice } from '#components/settings/reading/reading-choices.tsx'
import { ReaderApps } from '#components/settings/apps/reader-apps.tsx'
import { ReadingHoursChoice } from '#components/settings/reading/reading-hours.tsx'
import { SecondStep } from '#components/settings/account/second-step.tsx'
import { SectionLinks } from '#components/settings/section-links.tsx'
import { SessionList } from '#components/settings/account/session-list.tsx'
import { SwipeChoice } from '#components/settings/reading/swipe-choice.tsx'
import { TokenList } from '#components/settings/apps/token-list.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { accountExportUrl } from '#lib/queries/postings/downloads.ts'
import { AccountForm } from '#components/settings/account/account-form.tsx'
import { PasswordForm } from '#components/settings/account/password-form.tsx'

export const generateMetadata = titled('settings', 'title')

export default async function SettingsPage() {
  const t = await words('settings')
  const sendsMail = canSendMail()
  const text = await words('text')
  const reading = await words('reading')
  return (
    <div className="mx-auto max-w-[720px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('title')} />
      <SectionLinks
        label={t('sections')}
        sections={[
          { id: 'account', title: t('account') },
          { id: 'appearance', title: t('appearance') },
          { id: 'lists', title: t('lists') },
          { id: 'reading', title: text('reading') },
          { id: 'rules', title: t('rules') },
          { id: 'outputs', title: t('outputs') },
          { id: 'keys', title: reading('keys') },
          { id: 'security', title: t('security') },
          { id: 'offline', title: t('offlineTitle') },
          { id: 'app-passwords', title: t('appPasswords') },
          { id: 'reader-apps', title: t('readerApps') },
          { id: 'sessions', title: t('sessions') },
          { id: 'data', title: t('moveOut') },
        ]}
      />
      <SettingGroup id="account" title={t('account')}>
        <SettingRow label={t('name')} effect={t('nameEffect')}>
          <AccountForm />
        </SettingRow>
        <SettingRow label={t('email')} effect={sendsMail ? t('emailEffectMail') : t('emailNoMail')}>
          <EmailForm sendsMail={sendsMail} />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="appearance" title={t('appearance')}>
        <SettingRow label={t('theme')} effect={t('appearanceEffect')}>
          <AppearanceChoice />
        </SettingRow>
        <SettingRow label={t('density')} effect={t('densityEffect')}>
          <DensityChoice />
        </SettingRow>
        <SettingRow label={t('language')} effect={t('languageEffect')}>
          <LanguageChoice />
        </SettingRow>
        <SettingRow label={t('counted')} effect={t('countedEffect')}>
          <CountedChoice />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="lists" title={t('lists')}>
        <SettingRow label={t('everyList')} effect={t('everyListEffect')}>
          <ListChoices />
        </SettingRow>
        <SettingRow label={reading('whenScrolled')}>
          <ScrollChoice />
        </SettingRow>
        <SettingRow label={t('swipes')} effect={t('swipesEffect')}>
          <SwipeChoice />
        </SettingRow>
        <SettingRow label={reading('freshLane')} effect={t('freshEffect')}>
          <FreshChoice />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="reading" title={text('reading')}>
        <SettingRow label={text('look')} effect={t('lookEffect')}>
          <div className="flex max-w-72 flex-col gap-3">
            <TextLookChoices />
          </div>
        </SettingRow>
        <SettingRow label={text('images')} effect={text('imagesEffect')}>
          <ImageChoice />
        </SettingRow>
        <SettingRow label={text('stories')} effect={text('storiesEffect')}>
          <StoryChoice />
        </SettingRow>
        <SettingRow label={text('share')} effect={t('integrationsEffect')}>
          <Button asChild>
            <Link href="/settings/integrations">{text('openIntegrations')}</Link>
          </Button>
        </SettingRow>
        <SettingRow label={t('readingHours')} effect={t('readingHoursEffect')}>
          <ReadingHoursChoice />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="rules" title={t('rules')} effect={t('rulesEffect')}>
        <Button asChild>
          <Link href="/settings/rules">{t('openRules')}</Link>
        </Button>
      </SettingGroup>
      <SettingGroup id="outputs" title={t('outputs')} effect={t('outputsEffect')}>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href="/settings/feeds">{t('openFeeds')}</Link>
          </Button>
          <Button asChild>
            <Link href="/settings/digests">{t('openDigests')}</Link>
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup id="keys" title={reading('keys')}>
        <KeyChoices className="sm:grid-cols-2" />
      </SettingGroup>
      <SettingGroup id="security" title={t('security')}>
        <SettingRow label={t('password')} effect={t('passwordEffect')}>
          <PasswordForm leastPassword={passwordLength.min} />
        </SettingRow>
        <SettingRow label={t('secondStep')} effect={t('secondStepEffect')}>
          <SecondStep />
        </SettingRow>
        <SettingRow label={t('passkeys')} effect={t('passkeysEffect')}>
          <PasskeyList />
        </SettingRow>
      </SettingGroup>
      <SettingGroup id="offline" title={t('offlineTitle')} effect={t('offlineEffect')}>
        <OfflineChoice />
      </SettingGroup>
      <SettingGroup id="app-passwords" title={t('appPasswords')} effect={t('appPasswordsEffect')}>
        <TokenList />
        <Link href="/api" className="mt-3 inline-flex underline">
          {t('apiPage')}
        </Link>
      </SettingGroup>
      <SettingGroup id="reader-apps" title={t('readerApps')} effect={t('readerAppsEffect')}>
        <ReaderApps />
      </SettingGroup>
      <SettingGroup id="sessions" title={t('sessions')} effect={t('sessionsEffect')}>
        <SessionList />
      </SettingGroup>
      <SettingGroup id="bookmarklet" title={t('bookmarklet')} effect={t('bookmarkletEffect')}>
        <Bookmarklet />
      </SettingGroup>
      <SettingGroup id="data" title={t('moveOut')} effect={t('moveOutEffect')}>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <a href={accountExportUrl} download>
              {t('exportAll')}
            </a>
          </Button>
          <DeleteAccount />
        </div>
      </SettingGroup>
    </div>
  )
}
