import { ApiError } from '#lib/api/http/errors.ts'
import type { PlaceRefusal } from '#lib/store/outputs/feed-places.ts'

const keyOf = { 'no-folder': 'noFolder', 'no-label': 'noLabel', 'no-view': 'noView' } as const

/** The folder, label or view that was named is not the subscriber's. */
export function refusePlace(refusal: PlaceRefusal): ApiError {
  return new ApiError('invalid_input', keyOf[refusal], { field: 'place' })
}

export function noSuchFeed(): ApiError {
  return new ApiError('not_found', 'noOutputFeed')
}
