'use client'

import { useLinkSecret } from '#components/accounts/link-secret.ts'
import { Button } from '#components/ui/form/button.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { useEndDigest } from '#lib/queries/outputs.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Ends a digest by the link of its mails, on a press: programs that look at links in mails must not do it. */
export function EndForm() {
  const t = useWords('outputs')
  const errorText = useErrorText()
  const token = useLinkSecret()
  const end = useEndDigest()
  if (end.isSuccess) return <p role="status">{t('endDone', { name: end.data.name })}</p>
  if (token === '') return <p role="alert">{t('endBroken')}</p>
  return (
    <>
      <Button
        variant="solid"
        size="large"
        className="w-full text-[15px]"
        disabled={token === null || end.isPending}
        onClick={() => end.mutate(decodeURIComponent(token ?? ''))}
      >
        {t('endButton')}
      </Button>
      <p role="alert" className="mt-3 text-broken empty:hidden">
        {errorText(end.error)}
      </p>
    </>
  )
}
