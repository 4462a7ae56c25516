import type { IntegrationRequest } from '#lib/api/integrations/integration-fields.ts'
import type { IntegrationTest } from '#lib/api/integrations/integrations.ts'
import { askService, isSuccess, saidBy, type ServiceAnswer } from '#lib/documents/fetch/ask-service.ts'
import { fetchReason } from '#lib/polling/failure-reason.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'
import type { SendMessage } from '#lib/store/integrations/integration-sends.ts'
import type { Unusable } from '#lib/store/integrations/integrations.ts'
import type { Outcome } from '#lib/store/integrations/outbox.ts'
import { nextTryAt } from './alert-retry.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import {
  saveCall,
  secretsOf,
  serviceBases,
  testCall,
  tokenCall,
  type SavedPosting,
  type ServiceBases,
  type ServiceCall,
} from './integration-services.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

export type ServiceContext = Pick<AggregatorContext, 'userAgent' | 'allowedPrivateNetworks' | 'clock'> & {
  /** Absent: where the services are. */
  readonly bases?: ServiceBases
}

/** The answer of a service, before it is judged whether to try again. */
type Answer =
  | { readonly kind: 'taken'; readonly httpStatus: number; readonly text: string }
  | {
      readonly kind: 'refused'
      readonly httpStatus: number | null
      /** Words of the service, or why there are none. */
      readonly error: Reason | string
      readonly retryAt: number | null
      /** Another try is in vain. */
      readonly isFinal: boolean
    }

const whyUnusable = {
  locked: { code: 'passwordUnreadable', values: {} },
  paused: { code: 'servicePaused', values: {} },
} as const

function refusalOf(reason: Unusable): Answer {
  return { kind: 'refused', httpStatus: null, error: whyUnusable[reason], retryAt: null, isFinal: true }
}

/** Sends a posting to be saved. Never throws for what the service does. */
export async function deliverShare(context: ServiceContext, message: SendMessage): Promise<Outcome> {
  const { account } = message
  const answer = typeof account === 'string' ? refusalOf(account) : await save(context, account, message)
  const at = context.clock.now()
  const { httpStatus } = answer
  if (answer.kind === 'taken') return { kind: 'sent', at, httpStatus }
  const dueAt = answer.isFinal ? null : nextTryAt(message.tries, at, answer.retryAt)
  const failure = { at, httpStatus, error: reasonText(answer.error), isEnd: false }
  return dueAt === null ? { kind: 'failed', ...failure, dueAt: at } : { kind: 'later', ...failure, dueAt }
}

/** Signs in at a service and saves nothing there. */
export async function testService(
  context: ServiceContext,
  account: IntegrationRequest | Unusable,
): Promise<IntegrationTest> {
  const answer = typeof account === 'string' ? refusalOf(account) : await signIn(context, account)
  const { httpStatus } = answer
  return answer.kind === 'taken'
    ? { works: true, httpStatus, error: null }
    : { works: false, httpStatus, error: reasonText(answer.error) }
}

function signIn(context: ServiceContext, account: IntegrationRequest): Promise<Answer> {
  if (account.kind === 'wallabag') return takeToken(context, account)
  return ask(context, account, testCall(account, context.bases ?? serviceBases))
}

async function save(
  context: ServiceContext,
  account: IntegrationRequest,
  posting: SavedPosting,
): Promise<Answer> {
  const bases = context.bases ?? serviceBases
  if (account.kind !== 'wallabag') return ask(context, account, saveCall(account, posting, '', bases))
  const token = await takeToken(context, account)
  if (token.kind === 'refused') return token
  return ask(context, account, saveCall(account, posting, token.text, bases), token.text)
}

/** `text` of what is taken is the token. */
async function takeToken(
  context: ServiceContext,
  account: Extract<IntegrationRequest, { kind: 'wallabag' }>,
): Promise<Answer> {
  const answer = await ask(context, account, tokenCall(account))
  if (answer.kind === 'refused') return answer
  const token = tokenIn(answer.text)
  if (token !== null) return { ...answer, text: token }
  const error = { code: 'serviceWithoutToken', values: {} } as const
  return { kind: 'refused', httpStatus: answer.httpStatus, error, retryAt: null, isFinal: true }
}

function tokenIn(text: string): string | null {
  try {
    const said = JSON.parse(text) as { readonly access_token?: unknown } | null
    const token = said?.access_token
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : null
  } catch {
    return null // a page, as other servers have at that path
  }
}

async function ask(
  { userAgent, allowedPrivateNetworks, clock }: ServiceContext,
  account: IntegrationRequest,
  { url, ...request }: ServiceCall,
  token = '',
): Promise<Answer> {
  const options = { userAgent, allowedPrivateNetworks, now: clock.now }
  const answer = await askService(url, request, options)
  const judged = judgedBy(account, answer)
  if (judged.kind === 'taken' || typeof judged.error !== 'string') return judged
  return { ...judged, error: saidBy(judged.error, [...secretsOf(account), token]) }
}

function judgedBy(account: IntegrationRequest, answer: ServiceAnswer | FetchFailure): Answer {
  if (answer.kind === 'failed') {
    const { httpStatus, errorKind, retryAt } = answer
    const isFinal = errorKind === 'private-address' || errorKind === 'bad-url'
    return { kind: 'refused', httpStatus, error: fetchReason(answer), retryAt, isFinal }
  }
  const { httpStatus, text, retryAt } = answer
  if (isSuccess(httpStatus)) return { kind: 'taken', httpStatus, text }
  const isFinal = isInVain(account, httpStatus)
  const isMoved = httpStatus >= 300 && httpStatus < 400
  const error = isMoved ? ({ code: 'serviceMoved', values: {} } as const) : text
  return { kind: 'refused', httpStatus, error, retryAt, isFinal }
}

/** Whether the same request would get the same answer again. Instapaper says 400 when it was asked too often, too. */
function isInVain({ kind }: IntegrationRequest, httpStatus: number): boolean {
  if (httpStatus >= 500 || [408, 425, 429].includes(httpStatus)) return false
  return !(kind === 'instapaper' && httpStatus === 400)
}
