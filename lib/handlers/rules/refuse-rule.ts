import { ApiError } from '#lib/api/http/errors.ts'
import type { RuleRefusal } from '#lib/store/rules/rules.ts'

const fieldOf = {
  'no-folder': 'folderId',
  'no-source': 'sourceId',
  'no-label': 'acts.labelId',
  'no-integration': 'acts.sendTo',
} as const
const keyOf = {
  'no-folder': 'noFolder',
  'no-source': 'ruleNoSource',
  'no-label': 'noLabel',
  'no-integration': 'noIntegration',
} as const

/** A thing that a rule names is not the subscriber's. */
export function refuseRule(refusal: RuleRefusal): ApiError {
  return new ApiError('invalid_input', keyOf[refusal], { field: fieldOf[refusal] })
}

export function noSuchRule(): ApiError {
  return new ApiError('not_found', 'noRule')
}
