import { Hydrated } from '#app/hydrated.tsx'
import { titled } from '#app/language.ts'
import { part, readForAdmin } from '#app/read-ahead.ts'
import { RetentionScreen } from '#components/admin/retention-screen.tsx'
import { storedSizesQuery } from '#lib/queries/admin.ts'
import { readStoredSizes } from '#lib/store/preview-retention.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const generateMetadata = titled('admin', 'retention')

export default async function RetentionPage() {
  const state = await readForAdmin(() => [part(storedSizesQuery(), () => readStoredSizes(serverDatabase()))])
  return (
    <Hydrated state={state}>
      <RetentionScreen />
    </Hydrated>
  )
}
