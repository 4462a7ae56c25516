import { afterAll } from 'vitest'
import { endProcessState } from '#tests/support/measure/process-state.ts'

/**
 * For files that set something of the process's (its configuration, the web server's database) and share a process all the same: each begins
 * with nothing that modules keep for the process, and with the environment as it was. Modules stay: loading them is most of what a start takes.
 */
const environment = { ...process.env }
await endProcessState() // late work of the file before may have begun something anew

afterAll(async () => {
  await endProcessState()
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, environment)
})
