import { costClock } from '#lib/store/connection/cache-by-cost.ts'

// On a busy machine every answer is costly, and would be kept beyond the change that a test makes next.
costClock.now = () => 0
