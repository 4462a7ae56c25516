/** Whether a request failed as its connection ended before its body did, as Node says it: nobody hears the answer, and no failure is ours. */
export function isBrokenOff(request: Request, error: unknown): boolean {
  return (
    request.signal.aborted &&
    error instanceof Error &&
    'code' in error &&
    error.code === 'ECONNRESET' &&
    error.message === 'aborted'
  )
}
