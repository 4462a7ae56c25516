import { ApiError } from '#lib/api/http/errors.ts'
import { route } from '#lib/api/http/route.ts'
import type { PollNowResult } from '#lib/api/sources/sources.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { requireSource } from '#lib/handlers/sources/require-source.ts'

export const POST = route(async (request, context): Promise<PollNowResult> => {
  const sourceId = await requireSource(request, context)
  const now = systemClock.now()
  const poll = await requestPoll(serverDatabase(), sourceId, now)
  switch (poll.kind) {
    case 'planned':
      return { nextPollAt: new Date(poll.nextPollAt).toISOString() }
    case 'too-early':
      throw new ApiError('too_many_requests', tooEarly[poll.reason], {
        values: { waitMs: poll.possibleAt - now },
        retryAfterMs: poll.possibleAt - now,
      })
    case 'opted-out':
      throw new ApiError('opted_out', 'publisherOptedOut', { values: { host: poll.host } })
    case 'paused':
      throw new ApiError('conflict', 'pollingPaused')
    case 'not-found':
      throw new ApiError('not_found', 'noSource')
    default:
      return poll satisfies never
  }
})

const tooEarly = {
  host: 'hostWantsPeace',
  publisher: 'publisherWantsPauses',
  'just-polled': 'justPolled',
} as const
