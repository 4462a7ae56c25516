import { Hydrated } from '#app/hydrated.tsx'
import { toInvitation } from '#app/api/v1/admin/invitations/to-invitation.ts'
import { titled } from '#app/language.ts'
import { firstPart, part, readForAdmin } from '#app/read-ahead.ts'
import { ServerScreen } from '#components/admin/server-screen.tsx'
import { invitationsQuery, usersListQuery } from '#lib/queries/admin.ts'
import { listInvitations } from '#lib/store/invitations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listUsers } from '#lib/store/users.ts'
import project from '#package.json' with { type: 'json' }

export const generateMetadata = titled('admin', 'server')

export default async function ServerPage() {
  const database = serverDatabase()
  const state = await readForAdmin(() => [
    part(invitationsQuery(), async () => (await listInvitations(database)).map(toInvitation)),
    firstPart(usersListQuery(), () => listUsers(database, null)),
  ])
  return (
    <Hydrated state={state}>
      <ServerScreen version={project.version} />
    </Hydrated>
  )
}
