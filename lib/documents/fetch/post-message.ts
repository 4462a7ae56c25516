import {
  askService,
  isSuccess,
  saidBy,
  type ServiceAnswer,
  type ServiceOptions,
  type ServiceRequest,
} from './ask-service.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

export type PostedMessage = Required<Pick<ServiceRequest, 'headers' | 'body'>> & {
  /** Of what is sent, what an answer must not bring into the log. */
  readonly secrets: readonly string[]
}

/** `text`: the beginning of what it says, of what is no success. */
export type PostAnswer = ServiceAnswer

/** Posts a message of a subscriber to an address of theirs (ask-service.ts). */
export async function postMessage(
  address: string,
  { secrets, ...message }: PostedMessage,
  options: ServiceOptions,
): Promise<PostAnswer | FetchFailure> {
  const isWanted = (httpStatus: number) => !isSuccess(httpStatus)
  const answer = await askService(address, { method: 'POST', ...message, isWanted }, options)
  return answer.kind === 'failed' ? answer : { ...answer, text: saidBy(answer.text, secrets) }
}
