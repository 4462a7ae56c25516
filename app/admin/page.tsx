import { titled } from '#app/language.ts'
import { OverviewScreen } from '#components/admin/overview-screen.tsx'

export const generateMetadata = titled('admin', 'admin')

export default function AdminPage() {
  return <OverviewScreen />
}
