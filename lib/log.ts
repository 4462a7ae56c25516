import { config } from '#lib/config.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = Exclude<(typeof levels)[number], 'silent'>
type Fields = Readonly<Record<string, unknown>>

/** Writes one JSON line on stderr for an event, when its level is at least LOG_LEVEL. Errors keep name, message, stack. */
function write(level: Level, event: string, fields: Fields = {}): void {
  if (levels.indexOf(level) < levels.indexOf(config().logLevel)) return
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields }, plain)}\n`,
  )
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
  return typeof value === 'bigint' ? value.toString() : value
}

/** One JSON line per event. Never put secrets or the text of postings into `fields`. */
export const log = {
  debug: (event: string, fields?: Fields) => write('debug', event, fields),
  info: (event: string, fields?: Fields) => write('info', event, fields),
  warn: (event: string, fields?: Fields) => write('warn', event, fields),
  error: (event: string, fields?: Fields) => write('error', event, fields),
}
