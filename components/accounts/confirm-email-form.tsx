'use client'

import { AccountLink } from '#components/accounts/account-link.tsx'
import { useLinkSecret } from '#components/accounts/link-secret.ts'
import { Button } from '#components/ui/form/button.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { useConfirmEmail } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Confirms a new address by a mailed link, on a press: programs that look at links in mails must not do it. */
export function ConfirmForm() {
  const t = useWords('accounts')
  const errorText = useErrorText()
  const token = useLinkSecret()
  const confirm = useConfirmEmail()
  if (confirm.isSuccess)
    return (
      <>
        <p role="status">{t('confirmDone', { email: confirm.data.email })}</p>
        <p className="mt-4">
          <AccountLink href="/">{t('goOn')}</AccountLink>
        </p>
      </>
    )
  if (token === '') return <p role="alert">{t('linkBroken')}</p>
  return (
    <>
      <Button
        variant="solid"
        size="large"
        className="w-full text-[15px]"
        disabled={token === null || confirm.isPending}
        onClick={() => confirm.mutate(token ?? '')}
      >
        {t('confirmButton')}
      </Button>
      <p role="alert" className="mt-3 text-broken empty:hidden">
        {errorText(confirm.error)}
      </p>
    </>
  )
}
