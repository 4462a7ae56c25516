import { titled } from '#app/language.ts'
import { ImportScreen } from '#components/sources/import-screen.tsx'

export const generateMetadata = titled('sources', 'bringList')

export default function ImportPage() {
  return <ImportScreen />
}
