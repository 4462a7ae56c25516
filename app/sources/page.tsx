import type { Metadata } from 'next'
import { SourcesScreen } from '#components/sources/sources-screen.tsx'

export const metadata: Metadata = { title: 'Subscriptions' }

export default function SourcesPage() {
  return <SourcesScreen />
}
