/** advaRSS (Adam, Bouras & Poulopoulos 2010, through REI 2.7.5): its multiplicative bootstrap, without its choice of promising sources. */
import type { IntervalRule } from './interval-rule.ts'

/** The bootstrap rule as a policy of its own: it needs no dates at all. `parameter` scales the interval, 1 as published. */
export const advarss: IntervalRule = (memory, _now, parameter) => parameter * memory.bootstrapMs
