import { z } from 'zod'

const digits = z.string().regex(/^\d+$/)
const whole = z.number().int()
const href = z.object({ href: z.string() })
const item = z.object({
  id: z.string().regex(/^tag:google\.com,2005:reader\/item\/[0-9a-f]{16}$/),
  crawlTimeMsec: digits,
  timestampUsec: digits,
  published: whole,
  title: z.string(),
  canonical: z.array(href).min(1),
  alternate: z.array(href).min(1),
  summary: z.object({ content: z.string() }),
  categories: z.array(z.string()).min(1),
  origin: z.object({ streamId: z.string().regex(/^feed\/\d+$/), title: z.string(), htmlUrl: z.string() }),
})
const feverGroups = z.array(z.object({ group_id: whole, feed_ids: z.string() }))
const numbers = z.string().regex(/^(?:\d+(?:,\d+)*)?$/)

/**
 * The members that FreshRSS (greader.php, Entry.php, fever.php) and Miniflux (googlereader/response.go, fever/response.go) both give, by the
 * end of an answer's path. What one of them alone gives is not among them.
 */
export const answerShapes: Readonly<Record<string, z.ZodType>> = {
  'subscription/list': z.object({
    subscriptions: z.array(
      z.object({
        id: z.string().regex(/^feed\/\d+$/),
        title: z.string(),
        url: z.string(),
        htmlUrl: z.string(),
        categories: z.array(z.object({ id: z.string(), label: z.string() })),
      }),
    ),
  }),
  'tag/list': z.object({ tags: z.array(z.object({ id: z.string(), type: z.string().optional() })) }),
  'items/ids': z.object({ itemRefs: z.array(z.object({ id: digits })), continuation: digits.optional() }),
  'items/contents': z.object({ id: z.string(), updated: whole, items: z.array(item) }),
  // Miniflux has no such call.
  'stream/contents': z.object({
    id: z.string(),
    updated: whole,
    items: z.array(item),
    continuation: digits.optional(),
  }),
  'unread-count': z.object({
    max: whole,
    unreadcounts: z.array(z.object({ id: z.string(), count: whole, newestItemTimestampUsec: digits })),
  }),
  'user-info': z.object({
    userId: z.string(),
    userName: z.string(),
    userProfileId: z.string(),
    userEmail: z.string(),
  }),
  'subscription/quickadd': z.object({
    numResults: z.literal(1),
    query: z.string(),
    streamId: z.string().regex(/^feed\/\d+$/),
    streamName: z.string(),
  }),
  fever: z.object({
    api_version: z.literal(3),
    auth: z.literal(1),
    last_refreshed_on_time: z.string(),
    groups: z.array(z.object({ id: whole, title: z.string() })).optional(),
    feeds_groups: feverGroups.optional(),
    feeds: z
      .array(
        z.object({
          id: whole,
          favicon_id: whole,
          title: z.string(),
          url: z.string(),
          site_url: z.string(),
          is_spark: whole,
          last_updated_on_time: whole,
        }),
      )
      .optional(),
    items: z
      .array(
        z.object({
          id: whole,
          feed_id: whole,
          title: z.string(),
          author: z.string(),
          html: z.string(),
          url: z.string(),
          is_saved: whole,
          is_read: whole,
          created_on_time: whole,
        }),
      )
      .optional(),
    unread_item_ids: numbers.optional(),
    saved_item_ids: numbers.optional(),
  }),
}

/** The answer to a write in both, and nothing else. */
export const writePaths =
  /\/(?:edit-tag|mark-all-as-read|rename-tag|disable-tag|subscription\/(?:edit|import))$/
