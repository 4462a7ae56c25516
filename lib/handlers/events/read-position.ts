import { ApiError } from '#lib/api/http/errors.ts'
import { parseEventPosition, type EventPosition } from '#lib/store/connection/event-position.ts'

/** @throws ApiError invalid_input when the text is no position among events */
export function readPosition(text: string): EventPosition {
  const position = parseEventPosition(text)
  if (position === null) throw new ApiError('invalid_input', 'noPosition', { field: 'since' })
  return position
}
