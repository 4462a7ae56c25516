import { titled } from '#lib/pages/language.ts'
import { RulesScreen } from '#components/rules/rules-screen.tsx'

export const generateMetadata = titled('rules', 'title')

export default function RulesPage() {
  return <RulesScreen />
}
