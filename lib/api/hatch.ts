import { z } from 'zod'

const between = z
  .number()
  .int()
  .min(60_000, 'wishTooShort')
  .max(28 * 86_400_000, 'wishTooLong')
  .nullable()

/** What an admin fixes for one source whatever its weight; in ms, null: as planned. What its publisher wishes stays in force. */
export const hatch = { isPaused: z.boolean(), fixedIntervalMs: between, greatestDelayMs: between }
export type Hatch = {
  readonly isPaused: boolean
  readonly fixedIntervalMs: number | null
  readonly greatestDelayMs: number | null
}
