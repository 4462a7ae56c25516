import { openApiDocument } from '#lib/api/openapi.ts'
import { route } from '#lib/api/route.ts'
import project from '#package.json' with { type: 'json' }

/** Public, as its text is in the repository: programs that read it have no token yet. */
export const GET = route(async () => {
  await Promise.resolve()
  return Response.json(openApiDocument(project.version), {
    headers: { 'cache-control': 'public, max-age=3600' },
  })
})
