import { GeneralSettings } from '#components/settings/general-settings.tsx'
import { titled } from '#lib/pages/language.ts'

export const generateMetadata = titled('settings', 'title')

export default function SettingsPage() {
  return <GeneralSettings />
}
