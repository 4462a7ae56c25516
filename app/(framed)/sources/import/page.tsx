import { titled } from '#lib/pages/language.ts'
import { ImportScreen } from '#components/sources/adding/import-screen.tsx'

export const generateMetadata = titled('sources', 'import')

export default function ImportPage() {
  return <ImportScreen />
}
