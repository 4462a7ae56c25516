import type { Config } from '#lib/runtime/config.ts'
import { launchDatabase } from './database.ts'
import { startWatchdog, type Watchdog } from '#lib/launch/processes/watchdog.ts'

/** The things that a command has of its launcher. */
type Launched = { readonly config: Config; readonly signal: AbortSignal }

/**
 * Does a command's work on the database of a running launcher, or on one that is started for as long as the work takes. It is closed, and
 * nothing is left running, however the work ends.
 * @throws LaunchError where there is no database
 */
export async function withCommandDatabase<Result>(
  { config, signal }: Launched,
  work: (database: { readonly url: string }, watchdog: Watchdog) => Promise<Result>,
): Promise<Result> {
  const watchdog = startWatchdog()
  try {
    const announce = (line: string) => console.error(line)
    const opened = { config, watchdog, signal, announce }
    const database = await launchDatabase({ ...opened, kind: 'command', mayShare: true })
    try {
      return await work(database, watchdog)
    } finally {
      await database.close()
    }
  } finally {
    await watchdog.stop()
  }
}
