import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { isWaitedFor } from './lock-waits.ts'

/**
 * Has something happen right before the next statement that matches is sent: another request, done as far as it gets without what the
 * statement's transaction holds. @returns awaits the rest of it
 */
export function beforeStatement(
  database: Database,
  pattern: RegExp,
  act: () => Promise<unknown>,
): { readonly done: () => Promise<void> } {
  const send: (...given: unknown[]) => unknown = pg.Client.prototype.query
  let acted: Promise<unknown> | undefined
  let isDue = true
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const asked = given[0] as string | { readonly text: string }
    const isIt = isDue && pattern.test(typeof asked === 'string' ? asked : asked.text)
    if (!isIt) return send.apply(this, given)
    isDue = false
    acted = act()
    return settledOrWaiting(acted).then(() => send.apply(this, given))

    async function settledOrWaiting(acted: Promise<unknown>): Promise<void> {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      acted.then(settle, settle)
      await vi.waitFor(async () => expect(isSettled || (await isWaitedFor(database))).toBe(true), 10_000)
    }
  } as typeof pg.Client.prototype.query)
  onTestFinished(() => spy.mockRestore())
  return {
    done: async () => {
      expect(isDue, `no statement matched ${pattern}`).toBe(false)
      await acted
      spy.mockRestore()
    },
  }
}
