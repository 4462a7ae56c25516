import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { feedPlace, placeItem } from './feed-place.ts'
import { isZone } from '#lib/api/accounts/reading-hours.ts'
import { longestName } from '#lib/text/names.ts'

const fields = {
  name: z.string().trim().min(1, 'digestNeedsName').max(longestName.other),
  place: feedPlace.refine(({ kind }) => kind !== 'starred', 'digestNotStarred'),
  rhythm: z.enum(['daily', 'weekly']),
  /** Of a weekly one: 0 (Monday) to 6. */
  weekday: z.number().int().min(0).max(6),
  /** Local hour at which it is made. */
  hour: z.number().int().min(0).max(23),
  zone: z.string().max(64).refine(isZone, 'unknownZone'),
  mostPostings: z.number().int().min(1).max(200),
  isOn: z.boolean(),
}

/** Body of POST /api/v1/digests. Answer: 201 DigestItem. */
export const digestRequest = z.strictObject({
  ...fields,
  rhythm: fields.rhythm.default('daily'),
  weekday: fields.weekday.default(0),
  mostPostings: fields.mostPostings.default(50),
  isOn: fields.isOn.default(true),
})
export type DigestRequest = z.infer<typeof digestRequest>

/** Body of PATCH /api/v1/digests/:id. Answer: DigestItem. */
export const digestChange = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })
export type DigestChange = z.infer<typeof digestChange>

export const digestItem = z
  .object({
    id: z.number(),
    name: z.string(),
    place: placeItem,
    rhythm: z.enum(['daily', 'weekly']),
    weekday: z.number(),
    hour: z.number(),
    zone: z.string(),
    mostPostings: z.number(),
    isOn: z.boolean(),
    nextAt: when,
    /** `empty`: there was nothing to tell, so no mail. */
    last: z
      .object({ at: when, outcome: z.enum(['sent', 'empty', 'failed', 'under-way']), postings: z.number() })
      .nullable()
      .meta({ description: 'The last issue that was made; null: none yet.' }),
  })
  .meta({ id: 'DigestItem' })

/** A digest. GET /api/v1/digests answers { digests, canSend }; canSend: this server sends mail. */
export type DigestItem = AnswerOf<typeof digestItem>

/** Query of POST /api/v1/digests/end, by which mail programs end a digest (RFC 8058), and body of people's button. */
export const digestEnd = z.object({ token: z.string().min(1).max(200) })
