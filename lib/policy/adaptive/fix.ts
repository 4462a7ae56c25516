import { HOUR_MS } from '#lib/policy/basics/time.ts'
import type { IntervalRule } from './interval-rule.ts'

/**
 * Fix1h of REI 4.2.2: always the same interval, an hour times the parameter (24: Fix1d, 168: Fix7d). Looks at nothing, so busy sources
 * lose postings and dead ones cost as much as any.
 */
export const fix: IntervalRule = (_memory, _now, parameter) => parameter * HOUR_MS
