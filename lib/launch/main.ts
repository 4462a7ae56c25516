import { parseArgs } from 'node:util'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { launch } from './launch.ts'
import { aggregatorRole, webRole } from './roles.ts'
import { aborted, runCommand } from '#lib/launch/program/run-command.ts'

/** `npm start`, and with --dev `npm run dev`: everything on this machine. */
await runCommand(async (config, signal) => {
  const announce = (line: string) => console.error(line)
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  const launched = await launch({
    config,
    signal,
    announce,
    prepare: () => (values.dev ? Promise.resolve() : buildWhenChanged(announce, signal)),
    roles: (databaseUrl) => {
      const options = { config, databaseUrl, isDevelopment: values.dev }
      return [webRole(options), aggregatorRole(options)]
    },
  })
  if (!signal.aborted) console.log(`Skylark is ready at ${config.publicUrl}`)
  await aborted(signal)
  console.error('Stopping…')
  await launched.stop()
  return 0
})
