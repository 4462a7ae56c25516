import { Hydrated } from '#lib/pages/hydrated.tsx'
import { toInvitation } from '#lib/handlers/server/to-invitation.ts'
import { titled } from '#lib/pages/language.ts'
import { firstPart, pagePart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { PeopleScreen } from '#components/admin/people/people-screen.tsx'
import { invitationsQuery, usersListQuery } from '#lib/queries/admin/admin.ts'
import { listInvitations } from '#lib/store/accounts/invitations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listUsers } from '#lib/store/accounts/users.ts'

export const generateMetadata = titled('admin', 'people')

export default async function PeoplePage() {
  const database = serverDatabase()
  const state = await readForAdmin(() => [
    pagePart(invitationsQuery(), async () => (await listInvitations(database)).map(toInvitation)),
    firstPart(usersListQuery(), () => listUsers(database, null)),
  ])
  return (
    <Hydrated state={state}>
      <PeopleScreen />
    </Hydrated>
  )
}
