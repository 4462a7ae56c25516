import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A clock that is set while processes run: `node --import` this file, and what the file named by SHIFTED_CLOCK holds (ms) is added to
 * the time that a process and its threads see. Timers go on as they do when a machine's clock is set.
 */
const variable = 'SHIFTED_CLOCK'
const lookEveryMs = 20

export type ShiftedClock = {
  /** For processes that are to have this clock. */
  readonly env: Readonly<Record<string, string>>
  readonly shiftMs: () => number
  readonly set: (shiftMs: number) => void
}

/** A clock in a file of its own; it shows the machine's time until it is set. */
export function createShiftedClock(folder: string): ShiftedClock {
  const file = path.join(folder, 'clock-shift')
  let shiftMs = 0
  writeFileSync(file, '0')
  return {
    env: { [variable]: file, NODE_OPTIONS: `--import ${import.meta.filename}` },
    shiftMs: () => shiftMs,
    set: (ms) => {
      shiftMs = ms
      writeFileSync(file, String(ms).padEnd(16)) // as long each time, so that nobody reads a part of it
    },
  }
}

function shiftClock(file: string): void {
  const read = () => Number(readFileSync(file, 'utf8').trim() || '0')
  let shiftMs = read()
  setInterval(() => (shiftMs = read()), lookEveryMs).unref()
  const shiftedNow = () => MachineDate.now() + shiftMs
  const MachineDate = globalThis.Date
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(shiftedNow()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget) as object,
    get: (target, key) => (key === 'now' ? shiftedNow : (Reflect.get(target, key) as unknown)),
  })
}

const { [variable]: file } = process.env
if (file !== undefined) shiftClock(file)
