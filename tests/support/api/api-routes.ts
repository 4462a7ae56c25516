import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteContext } from '#lib/api/http/route.ts'

type Handler = (request: Request, context: RouteContext) => Promise<Response>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const folder = path.resolve('app/api/v1')

/** Every route of /api/v1 with its methods, as files and exports say: "GET /folders/{id}" → handler. */
export async function loadApiRoutes(): Promise<ReadonlyMap<string, Handler>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const routes = new Map<string, Handler>()
  for (const file of files.filter((each) => path.basename(each) === 'route.ts')) {
    const at = path.dirname(file).replaceAll('[', '{').replaceAll(']', '}')
    const module = (await import(pathToFileURL(path.join(folder, file)).href)) as Readonly<
      Record<string, Handler | undefined>
    >
    for (const method of methods) {
      const handler = module[method]
      if (handler !== undefined) routes.set(`${method} /${at}`, handler)
    }
  }
  return routes
}
