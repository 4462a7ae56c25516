import { afterEach, beforeEach } from 'vitest'
import { beginDrawing, endDrawing } from './draw.tsx'
import { beginServing, endServing } from './stand-in-server.ts'

/** Files share a window and the modules in it, which would be a third of what a file takes: each test begins and ends with this. */
beforeEach(async () => {
  beginServing()
  await beginDrawing()
})
afterEach(() => {
  endDrawing()
  endServing()
})
