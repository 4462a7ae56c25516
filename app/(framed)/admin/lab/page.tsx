import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { readAhead } from '#lib/pages/read-ahead.ts'
import { LabScreen } from '#components/admin/lab/lab-screen.tsx'
import { shownRun } from '#components/admin/lab/shown-run.ts'
import { labRunQuery, labRunsQuery } from '#lib/queries/admin/lab.ts'
import { findLabRun, listLabRuns } from '#lib/store/lab/lab-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'lab')

type LabPageProps = { readonly searchParams: Promise<{ readonly run?: string | string[] }> }

export default async function LabPage({ searchParams }: LabPageProps) {
  const { run } = await searchParams
  return (
    <Hydrated state={await readLab(Number(run))}>
      <LabScreen />
    </Hydrated>
  )
}

/** The runs and the one that is shown; for admins, as the routes behind. */
function readLab(askedRun: number) {
  return readAhead(async (client, me) => {
    if (me.role !== 'admin') return
    const database = serverDatabase()
    const listed = await listLabRuns(database)
    client.setQueryData(labRunsQuery().queryKey, listed)
    const shown = shownRun(listed.runs, askedRun)
    const run = shown?.state === 'done' ? await findLabRun(database, shown.id) : null
    if (run !== null) client.setQueryData(labRunQuery(run.id).queryKey, run)
  })
}
