import { ApiFailure } from '#lib/queries/requests/request.ts'
import { useWords } from '#lib/words/use-words.tsx'

/**
 * Puts an error into the reader's words. The server's text is in that language already (lib/api/http/route.ts); where it gave
 * none, the words belong to the code. '' for no error.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useWords('common')
  return (error) => {
    if (error === null || error === undefined) return ''
    if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : t('unknownFailure')
    if (error.code !== 'unreachable') return error.message
    return error.status === null ? t('noAnswer') : t('oddAnswer', { status: error.status })
  }
}
