import { openApiDocument } from '#lib/api/openapi/openapi.ts'
import { route } from '#lib/api/http/route.ts'
import project from '#package.json' with { type: 'json' }

/** The same for everybody, in one language; made when it is first asked for, as that takes longer than a page. */
let document: string | null = null

/** Public, as its text is in the repository: programs that read it have no token yet. */
export const GET = route(async () => {
  await Promise.resolve()
  document ??= JSON.stringify(openApiDocument(project.version))
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' }
  return new Response(document, { headers })
})
