import { titled, words } from '#lib/pages/language.ts'
import { ImageChoice, StoryChoice } from '#components/settings/reading/reading-choices.tsx'
import { TextLookChoices } from '#components/reading/text/text-look.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'

export const generateMetadata = titled('text', 'reading')

export default async function ReadingPage() {
  const t = await words('settings')
  const text = await words('text')
  return (
    <SettingGroup>
      <SettingRow id="look" label={text('look')} effect={t('lookEffect')}>
        <div className="flex max-w-72 flex-col gap-3">
          <TextLookChoices />
        </div>
      </SettingRow>
      <SettingRow id="images" label={text('images')} effect={text('imagesEffect')}>
        <ImageChoice />
      </SettingRow>
      <SettingRow id="stories" label={text('stories')} effect={text('storiesEffect')}>
        <StoryChoice />
      </SettingRow>
    </SettingGroup>
  )
}
