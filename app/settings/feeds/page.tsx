import { titled } from '#lib/pages/language.ts'
import { FeedsScreen } from '#components/outputs/feeds-screen.tsx'

export const generateMetadata = titled('outputs', 'title')

export default function FeedsPage() {
  return <FeedsScreen />
}
