import { titled } from '#lib/pages/language.ts'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'

export const generateMetadata = titled('outputs', 'digests')

export default function DigestsPage() {
  return <DigestsScreen />
}
