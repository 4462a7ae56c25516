import type { Metadata } from 'next'
import { HostsScreen } from '#components/admin/hosts-screen.tsx'

export const metadata: Metadata = { title: 'Hosts' }

export default function HostsPage() {
  return <HostsScreen />
}
