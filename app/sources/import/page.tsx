import type { Metadata } from 'next'
import { ImportScreen } from '#components/sources/import-screen.tsx'

export const metadata: Metadata = { title: 'Bring a list' }

export default function ImportPage() {
  return <ImportScreen />
}
