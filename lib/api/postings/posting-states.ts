import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import type { stateGroup } from './postings.ts'
import { postingId } from '#lib/api/http/parameters.ts'
import { mostAskedStates } from '#lib/api/parts/limits.ts'

/** Postings that are in the same state by now. */
export type StateGroup = AnswerOf<typeof stateGroup>

/** The states of postings; `many`: more than are told one by one, so ask for those that are shown. */
export type StateGroups = 'many' | readonly StateGroup[]

/** Body of POST /api/v1/postings/states. Answer: { states: StateGroup[] }, without those that are not the subscriber's. */
export const statesRequest = z.strictObject({ ids: z.array(postingId).min(1).max(mostAskedStates) })
