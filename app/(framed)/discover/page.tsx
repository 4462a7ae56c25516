import { titled } from '#lib/pages/language.ts'
import { DiscoverScreen } from '#components/discover/discover-screen.tsx'

export const generateMetadata = titled('discover', 'title')

export default function DiscoverPage() {
  return <DiscoverScreen />
}
