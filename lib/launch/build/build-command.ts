import { buildWhenChanged } from './build.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'

/** `npm run build`: what the first start would build, made ahead of it, for images and folders that are read only. */
await runCommand(async (_config, signal) => {
  await buildWhenChanged((line) => console.error(line), signal)
  return signal.aborted ? 1 : 0
})
