/** advaRSS (Adam, Bouras & Poulopoulos 2010, through REI 2.7.5): a multiplicative bootstrap, then the most promising sources first. */
import type { IntervalRule } from './interval-rule.ts'

/** The bootstrap rule as a policy of its own: it needs no dates at all. `parameter` scales the interval, 1 as published. */
export const advarss: IntervalRule = (memory, _now, parameter) => parameter * memory.bootstrapMs
