import { AsyncLocalStorage } from 'node:async_hooks'
import { config } from '#lib/runtime/config.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = Exclude<(typeof levels)[number], 'silent'>
type Fields = Readonly<Record<string, unknown>>

/** Values that every event within a piece of work tells, however deep. */
const shared = new AsyncLocalStorage<Fields>()

/** Does a work whose events all bear these fields: so what is written of one poll can be found among many. */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return shared.run({ ...shared.getStore(), ...fields }, work)
}

/** Does a work for many at once, whose events are of none of them. */
export function withoutLogFields<Result>(work: () => Result): Result {
  return shared.exit(work)
}

/** Writes one JSON line on stderr for an event, when its level is at least LOG_LEVEL. Errors keep name, message, stack. */
function write(level: Level, event: string, fields: Fields = {}): void {
  if (levels.indexOf(level) < levels.indexOf(config().logLevel)) return
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), level, event, ...shared.getStore(), ...fields }, plain)}\n`,
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
