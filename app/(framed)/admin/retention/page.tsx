import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { RetentionScreen } from '#components/admin/retention/retention-screen.tsx'
import { storedSizesQuery } from '#lib/queries/admin/admin.ts'
import { readStoredSizes } from '#lib/store/retention/preview-retention.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'retention')

export default async function RetentionPage() {
  const state = await readForAdmin(() => [
    pagePart(storedSizesQuery(), () => readStoredSizes(serverDatabase())),
  ])
  return (
    <Hydrated state={state}>
      <RetentionScreen />
    </Hydrated>
  )
}
