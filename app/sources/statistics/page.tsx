import { titled } from '#lib/pages/language.ts'
import { StatisticsScreen } from '#components/sources/statistics/statistics-screen.tsx'

export const generateMetadata = titled('sources', 'statistics')

export default function StatisticsPage() {
  return <StatisticsScreen />
}
