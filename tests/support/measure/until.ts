import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 30_000

type Patience = { readonly everyMs?: number; readonly patienceMs?: number }

/** Waits until something is so. @throws Error that says what was waited for, when it is not so in time */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { everyMs = 10, patienceMs: longestMs = patienceMs }: Patience = {},
): Promise<void> {
  const deadline = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited ${longestMs / 1000} s in vain: ${what}.`)
    await sleep(everyMs)
  }
}

/** Acts again and again until some work has ended. @returns what came of the work @throws as `until` does */
export async function whileUnderWay<T>(
  what: string,
  work: Promise<T>,
  act: () => Promise<unknown>,
  patience: Patience = {},
): Promise<T> {
  let hasEnded = false
  const ended = work.finally(() => (hasEnded = true))
  ended.catch(() => undefined) // told below
  const isSo = async () => {
    if (!hasEnded) await act()
    return hasEnded
  }
  await until(what, isSo, { everyMs: 0, ...patience })
  return ended
}

const mostRounds = 10_000

/** Repeats work that says how much it did, until nothing is left. @throws Error when there is always more */
export async function untilNothingIsLeft(what: string, work: () => Promise<number | boolean>): Promise<void> {
  for (let round = 0; round < mostRounds; round++) if (Number(await work()) === 0) return
  throw new Error(`After ${mostRounds} rounds something is still left: ${what}.`)
}
