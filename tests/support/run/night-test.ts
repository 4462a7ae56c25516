import { test } from 'vitest'
import { isNight } from './tier.ts'

/** A test of the night alone: a test beside it takes the same way in `npm test`. */
export const testByNight = test.skipIf(!isNight)
