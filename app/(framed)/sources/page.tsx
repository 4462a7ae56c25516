import { titled } from '#lib/pages/language.ts'
import { SourcesScreen } from '#components/sources/list/sources-screen.tsx'

export const generateMetadata = titled('sources', 'subscriptions')

export default function SourcesPage() {
  return <SourcesScreen />
}
