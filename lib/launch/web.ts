import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { launch } from './launch.ts'
import { webRole } from './roles.ts'
import { aborted, runCommand } from '#lib/launch/program/run-command.ts'

/** `npm run web`: the web server alone, for machines that leave the polling to others. */
await runCommand(async (config, signal) => {
  const announce = (line: string) => console.error(line)
  const launched = await launch({
    config,
    signal,
    announce,
    mayShareDatabase: true,
    prepare: () => buildWhenChanged(announce, signal),
    roles: (databaseUrl) => [webRole({ config, databaseUrl, isDevelopment: false })],
  })
  if (!signal.aborted) console.log(`Skylark's web server is ready at ${config.publicUrl}`)
  await aborted(signal)
  await launched.stop()
  return 0
})
