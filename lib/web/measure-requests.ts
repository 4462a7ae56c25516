import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import { projectRoot } from '#lib/launch/program/project.ts'

type Route = { readonly page: string; readonly regex: RegExp }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Measures how long an answer takes, by its route. Streams of events end with the reader's window and are left out; what
 * is no route of ours counts as "other", so that strangers cannot make up names.
 */
export function measureRequest(
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: (url: string) => string,
): void {
  const begunAt = performance.now()
  const { url = '/', method = '' } = request
  response.once('close', () => {
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream')
    if (isStream) return
    processMetrics().requestSeconds.observe(
      {
        method: methods.includes(method) ? method : 'other',
        route: routeOf(url),
        status: response.writableFinished ? String(response.statusCode) : 'aborted',
      },
      (performance.now() - begunAt) / 1_000,
    )
  })
}

/** Names the route of an address, e.g. "/api/v1/sources/[id]", by what the build knows; without a build all are "other". */
export function createRouteNames(folder = path.join(projectRoot, '.next')): (url: string) => string {
  const routes = readRoutes(path.join(folder, 'routes-manifest.json'))
  const fixed = new Set(routes.map(({ page }) => page))
  return (url) => {
    const [pathname = '/'] = url.split('?', 1)
    if (pathname.startsWith('/_next/')) return '/_next'
    if (fixed.has(pathname)) return pathname
    return routes.find(({ regex }) => regex.test(pathname))?.page ?? 'other'
  }
}

function readRoutes(file: string): Route[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [] // while developing there is no build
  }
  const manifest = JSON.parse(text) as Record<'staticRoutes' | 'dynamicRoutes', Route[] | undefined>
  const routes = [...(manifest.staticRoutes ?? []), ...(manifest.dynamicRoutes ?? [])]
  return routes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }))
}
