import { titled } from '#app/language.ts'
import { LabScreen } from '#components/admin/lab-screen.tsx'

export const generateMetadata = titled('admin', 'lab')

export default function LabPage() {
  return <LabScreen />
}
