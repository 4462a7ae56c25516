import { afterEach, beforeEach } from 'vitest'
import { beginDrawing, endDrawing } from './draw.tsx'
import { beginServing, endServing } from './stand-in-server.ts'

/** Each test of components begins and ends with this. */
beforeEach(async () => {
  beginServing()
  await beginDrawing()
})
afterEach(() => {
  endDrawing()
  endServing()
})
