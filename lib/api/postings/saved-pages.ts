import { z } from 'zod'

/** Body of POST /api/v1/saved-pages: puts any page on the list of what is read later, with its text. Answer: PostingDetail. */
export const savedPageRequest = z.strictObject({ url: z.string().trim().min(1, 'addressNeeded').max(2000) })
export type SavedPageRequest = z.infer<typeof savedPageRequest>
