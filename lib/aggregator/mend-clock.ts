import { log } from '#lib/runtime/log.ts'
import { mendAfterSetBack } from '#lib/store/server/clock-set-back.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Before what is due is looked for: what was stored by a clock that has been set back since is made due again, and logged. */
export async function mendClock({ database, clock, owner }: AggregatorContext): Promise<void> {
  const sources = await mendAfterSetBack(database, { now: clock.now(), speed: clock.speed, owner })
  if (sources > 0) log.warn('clock-set-back', { sources })
}
