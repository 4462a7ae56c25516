/** The interval policies: their rules by name, and plans that carry what the rules need. */
import { adaptiveTtl } from './adaptive/adaptive-ttl.ts'
import { advarss } from './adaptive/advarss.ts'
import { fix } from './adaptive/fix.ts'
import { fixlearnedA, fixlearnedW } from './adaptive/fixlearned.ts'
import { indhist, indhistAgghist, indhistTtl } from './adaptive/indhist.ts'
import type { IntervalRule } from './adaptive/interval-rule.ts'
import { lihz } from './adaptive/lihz.ts'
import { lru2 } from './adaptive/lru-2.ts'
import { movingAverage } from './adaptive/moving-average.ts'
import type { MethodName } from './types.ts'

/** Rules of the interval policies that decide from a source's memory; 'mavsync' needs the document's window only. */
export const intervalRules: Partial<Record<MethodName, IntervalRule>> = {
  fix,
  'fixlearned-a': fixlearnedA,
  'fixlearned-w': fixlearnedW,
  'adaptive-ttl': adaptiveTtl,
  'lru-2': lru2,
  'moving-average': movingAverage,
  indhist,
  'indhist-ttl': indhistTtl,
  'indhist-agghist': indhistAgghist,
  lihz,
  advarss,
}
