import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#lib/launch/program/project.ts'

/** Routes as those of the API, each for one thing that the door has to do; what ended is noted in `globalThis.doorTest`. */
export function writeDoorRoutes(root: string): void {
  function write(folder: string, code: string): void {
    mkdirSync(path.join(root, 'app/api/v1', folder), { recursive: true })
    writeFileSync(path.join(root, 'app/api/v1', folder, 'route.ts'), code)
  }
  write(
    'echo/[id]',
    `export async function POST(request: Request, { params }) {
       const { id } = await params
       const told = Object.fromEntries(request.headers)
       return Response.json({ id, url: request.url, body: await request.text(), told }, { status: 201, headers: { 'x-own': 'yes' } })
     }
     export const GET = () => new Response(null, { status: 204 })`,
  )
  write(
    'long',
    `export const GET = () => Response.json({ text: 'long '.repeat(1000) }, { headers: { 'cache-control': 'no-store' } })`,
  )
  write(
    'as-it-is',
    `export const GET = () => new Response('long '.repeat(1000), { headers: { 'content-type': 'text/plain', 'cache-control': 'no-transform' } })`,
  )
  write(
    'table',
    `export const GET = () => new Response('long '.repeat(1000), { headers: { 'content-type': 'text/csv; charset=utf-8' } })`,
  )
  write(
    'stream',
    `export const GET = (request: Request) => {
       const { ended } = globalThis.doorTest
       request.signal.addEventListener('abort', () => ended.push('signal'))
       return new Response(new ReadableStream({
         start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
         cancel: () => { ended.push('cancel') },
       }), { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' } })
     }`,
  )
  write(
    'refuses',
    `export async function POST(request: Request) {
       for await (const part of request.body) return new Response(null, { status: 413 })
     }
     export const PUT = () => new Response(null, { status: 403 })`,
  )
  write(
    'reads',
    `import { route } from ${JSON.stringify(path.join(projectRoot, 'lib/api/http/route.ts'))}
     export const POST = route(async (request: Request) => {
       const { ended } = globalThis.doorTest
       await request.text().catch((error) => { ended.push('body'); throw error })
     })`,
  )
  write('broken', `export const GET = () => { throw new Error('nobody caught this') }`)
}
