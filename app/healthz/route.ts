import { answer, route } from '#lib/api/http/route.ts'

/** The web server's process lives. Asks nobody else: restarting it would not help a database. */
export const GET = route(async () => answer(200, { status: 'ok' }))
