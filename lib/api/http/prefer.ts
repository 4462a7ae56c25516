import { addAnswerHeaders } from './answer-headers.ts'

/** Whether a caller that knows what a change makes of things wants an empty answer (RFC 7240, 4.2), which says so then. */
export function wantsMinimal(request: Request): boolean {
  const isWanted = /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(request.headers.get('prefer') ?? '')
  if (isWanted) addAnswerHeaders(request, { 'preference-applied': 'return=minimal' })
  return isWanted
}
