import { ApiError } from '#lib/api/http/errors.ts'
import type { IntegrationRefusal } from '#lib/store/integrations/integrations.ts'

/** Why an integration cannot be changed like that. */
export function refuseIntegration({ refused, field }: IntegrationRefusal): ApiError {
  switch (refused) {
    case 'not-of-kind':
      return new ApiError('invalid_input', 'integrationField', { field, values: { field } })
    case 'needed':
      return new ApiError('invalid_input', 'integrationNeeds', { field })
    default:
      return refused satisfies never
  }
}

export function noIntegration(): ApiError {
  return new ApiError('not_found', 'noIntegration')
}
