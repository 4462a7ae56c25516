import { z } from 'zod'

/** Query of GET /api/v1/images: both as they were given out with a posting. */
export const imageQuery = z.strictObject({
  url: z.string().min(1).max(8_000),
  signature: z.string().min(1).max(100),
})
