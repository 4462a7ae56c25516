import { titled } from '#app/language.ts'
import { HostsScreen } from '#components/admin/hosts-screen.tsx'

export const generateMetadata = titled('admin', 'hosts')

export default function HostsPage() {
  return <HostsScreen />
}
