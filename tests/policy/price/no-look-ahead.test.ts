import { test } from 'vitest'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { monday } from '../builders.ts'
import { expectSameBefore, startedIn, wholeDays } from './cut-traces.ts'

test.each([false, true])(
  'cold start: %s; cutting a trace at a midnight moves no earlier poll of drawn sources, enough for kinds of them',
  { timeout: 60_000 },
  (isCold) => {
    const sources = drawSources({ sources: 60, seed: 12, startAt: monday, days: wholeDays })
    expectSameBefore(startedIn(sources, monday), monday, isCold, 3)
  },
)
