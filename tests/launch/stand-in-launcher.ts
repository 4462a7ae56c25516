import path from 'node:path'
import { launch } from '#lib/launch/launch.ts'
import { roleEnvironment, type Role } from '#lib/launch/roles.ts'
import { aborted, runCommand } from '#lib/launch/program/run-command.ts'

/** lib/launch/main.ts with small programs in the place of the web server and the aggregator. */
await runCommand(async (config, signal) => {
  const launched = await launch({
    config,
    signal,
    announce: (line) => console.error(line),
    prepare: () => Promise.resolve(),
    minPauseMs: 50,
    roles: (databaseUrl) => {
      const env = roleEnvironment({ config, databaseUrl, isDevelopment: false })
      const role = (name: string, file: string, orphanSignal: Role['orphanSignal']): Role => ({
        name,
        command: process.execPath,
        args: [path.join(import.meta.dirname, file), String(config.port)],
        cwd: import.meta.dirname,
        env,
        orphanSignal,
      })
      return [
        role('The web server', 'stand-in-web.ts', 'KILL'),
        role('The aggregator', 'stand-in-aggregator.ts', 'TERM'),
      ]
    },
  })
  console.log(`ready at ${config.publicUrl}`)
  await aborted(signal)
  await launched.stop()
  return 0
})
