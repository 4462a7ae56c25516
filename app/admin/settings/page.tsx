import type { Metadata } from 'next'
import { ServerScreen } from '#components/admin/server-screen.tsx'

export const metadata: Metadata = { title: 'Server' }

export default function ServerPage() {
  return <ServerScreen />
}
