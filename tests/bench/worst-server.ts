/** The API's routes behind HTTP, as the web server asks them (lib/web/api-door.ts), for `npm run bench -- worst`. Says its port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiDoor } from '#lib/web/api-door.ts'
import { projectRoot } from '#lib/launch/program/project.ts'

const answer = createApiDoor(projectRoot)
const server = createServer((request, response) => {
  void answer(request, response, () => response.writeHead(404).end())
})
server.keepAliveTimeout = 65_000 // as the web server's
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(`port ${(server.address() as AddressInfo).port}`)
