import { GeneralSettings } from '#components/settings/general-settings.tsx'
import { titled } from '#lib/pages/language.ts'

export const generateMetadata = titled('settings', 'general')

export default function GeneralPage() {
  return <GeneralSettings />
}
