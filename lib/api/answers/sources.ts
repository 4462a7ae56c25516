import { z } from 'zod'
import { longNumber, reason, when } from './parts.ts'

const outcomes = ['fetched', 'not-modified', 'throttled', 'gone', 'opted-out', 'failed'] as const

/** PollItem */
export const pollItem = z.object({
  id: longNumber,
  plannedAt: when.nullable(),
  plannedReason: reason.nullable(),
  worth: z.object({ waiting: z.number(), price: z.number().nullable() }).nullable(),
  startedAt: when,
  finishedAt: when,
  sinceBeforeMs: z.number().nullable(),
  outcome: z.enum(outcomes),
  httpStatus: z.number().nullable(),
  error: reason.nullable(),
  bytes: z.number(),
  entries: z.number().nullable(),
  newPostings: z.number(),
  delayMs: z.number().nullable(),
  nextPollAt: when.nullable(),
  reason: reason.nullable(),
})
