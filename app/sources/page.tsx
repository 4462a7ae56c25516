import { titled } from '#app/language.ts'
import { SourcesScreen } from '#components/sources/sources-screen.tsx'

export const generateMetadata = titled('sources', 'subscriptions')

export default function SourcesPage() {
  return <SourcesScreen />
}
