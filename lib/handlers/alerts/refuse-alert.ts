import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'
import type { AlertAbout } from '#lib/api/alerts/alerts.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import type { AlertRefusal } from '#lib/store/alerts/alerts.ts'

/** @throws ApiError bad_query where it searches by what is no query */
export function refuseAbout(about: AlertAbout | undefined, request: Request): void {
  if (about?.kind === 'query') readSearchQuery(about.query, request)
}

/** Why an alert cannot be as it was asked for, for the caller. */
export function refuseAlert(refusal: AlertRefusal): ApiError {
  switch (refusal) {
    case 'too-many':
      return new ApiError('conflict', 'alertsFull', { values: { most: mostOf('alerts') } })
    case 'no-channel':
      return new ApiError('invalid_input', 'noAlertChannel', { field: 'channelIds' })
    case 'no-source':
    case 'no-folder':
    case 'no-view':
      return new ApiError('invalid_input', 'noSuchPlace', { field: 'about' })
    default:
      return refusal satisfies never
  }
}

export function noAlert(): ApiError {
  return new ApiError('not_found', 'noAlert')
}

export function noChannel(): ApiError {
  return new ApiError('not_found', 'noAlertChannel')
}
