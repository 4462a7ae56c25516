import { titled } from '#app/language.ts'
import { ServerScreen } from '#components/admin/server-screen.tsx'

export const generateMetadata = titled('admin', 'server')

export default function ServerPage() {
  return <ServerScreen />
}
