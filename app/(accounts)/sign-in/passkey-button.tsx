'use client'

import { useEffect, useEffectEvent } from 'react'
import { accountFailure, type AccountFailure } from '#app/(accounts)/account-failure.ts'
import { useKnowsPasskeys } from '#components/accounts/use-knows-passkeys.ts'
import { Button } from '#components/ui/button.tsx'
import { signInByPasskey } from '#lib/auth/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PasskeyButtonProps = {
  readonly onSignedIn: () => void
  readonly onFailure: (failure: AccountFailure) => void
}

/** Signs in by a passkey, on a press or when one is chosen among what the browser offers in the e-mail field. */
export function PasskeyButton({ onSignedIn, onFailure }: PasskeyButtonProps) {
  const t = useWords('accounts')
  const isKnown = useKnowsPasskeys()

  async function signIn(byAutofill: boolean) {
    const outcome = await signInByPasskey({ byAutofill })
    if (outcome === null) return onSignedIn()
    if (outcome === 'stopped' || outcome === 'unknown') return
    onFailure(accountFailure(outcome, t))
  }
  const offer = useEffectEvent(() => void signIn(true))
  useEffect(() => {
    if (isKnown) offer()
  }, [isKnown])

  if (!isKnown) return null
  return (
    <Button size="large" className="w-full text-[15px]" onClick={() => void signIn(false)}>
      {t('byPasskey')}
    </Button>
  )
}
