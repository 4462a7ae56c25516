import { titled } from '#lib/pages/language.ts'
import { IntegrationsScreen } from '#components/integrations/integrations-screen.tsx'

export const generateMetadata = titled('integrations', 'title')

export default function IntegrationsPage() {
  return <IntegrationsScreen />
}
