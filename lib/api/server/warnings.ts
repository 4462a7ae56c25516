import type { adminWarnings, adminWarning } from './warnings-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'
/** What may be late or wrong with the server; the words of each are in the area `admin`. */
export type WarningCode =
  | 'noAggregator'
  | 'nothingAnswers'
  | 'queueLate'
  | 'manyFail'
  | 'databaseSlow'
  | 'diskNearlyFull'
  | 'hubLeasesLapsed'
  | 'clockSkew'
  | 'pollingPaused'

/** `values` fill the words: lengths of time end in Ms, shares of 1 in Share. */
export type AdminWarning = Told<typeof adminWarning>

/** GET /api/v1/admin/warnings (admins): the gravest first; none where all is well. */
export type AdminWarnings = Told<typeof adminWarnings>
