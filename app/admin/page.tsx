import type { Metadata } from 'next'
import { OverviewScreen } from '#components/admin/overview-screen.tsx'

export const metadata: Metadata = { title: 'Admin' }

export default function AdminPage() {
  return <OverviewScreen />
}
