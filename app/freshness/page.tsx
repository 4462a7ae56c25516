import { titled } from '#app/language.ts'
import { FreshnessScreen } from '#components/freshness/freshness-screen.tsx'

export const generateMetadata = titled('sources', 'freshness')

export default function FreshnessPage() {
  return <FreshnessScreen />
}
