import { titled } from '#app/language.ts'
import { RetentionScreen } from '#components/admin/retention-screen.tsx'

export const generateMetadata = titled('admin', 'retention')

export default function RetentionPage() {
  return <RetentionScreen />
}
