'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { accountFailure, type AccountFailure } from '#components/accounts/account-failure.ts'
import { useKnowsPasskeys } from '#components/accounts/use-knows-passkeys.ts'
import { Button } from '#components/ui/form/button.tsx'
import { signInByPasskey } from '#lib/auth/sign-in/auth-client.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PasskeyButtonProps = {
  readonly onSignedIn: () => void
  readonly onFailure: (failure: AccountFailure) => void
}

/** An offer is made anew before its challenge ends, which is after ten minutes (lib/auth/sign-in/relying-party.ts). */
const offerMs = 8 * 60_000
/** Looked at by the clock, not by one long timer: those stand still while a machine sleeps. */
const lookMs = 15_000

/** Signs in by a passkey, on a press or when one is chosen among what the browser offers in the e-mail field. */
export function PasskeyButton({ onSignedIn, onFailure }: PasskeyButtonProps) {
  const t = useWords('accounts')
  const isKnown = useKnowsPasskeys()
  const [isAsking, setIsAsking] = useState(false)

  /** Whether the reader tried in vain. */
  async function signIn(byAutofill: boolean, signal?: AbortSignal): Promise<boolean> {
    const outcome = await signInByPasskey({ byAutofill, ...(signal === undefined ? {} : { signal }) })
    if (outcome === 'stopped' || outcome === 'unknown') return false
    if (outcome === null) onSignedIn()
    else onFailure(accountFailure(outcome, t))
    return outcome !== null
  }
  async function ask() {
    setIsAsking(true)
    await signIn(false).finally(() => setIsAsking(false))
  }
  const offer = useEffectEvent((signal: AbortSignal) => signIn(true, signal))
  // Asking ends the offer, and a new offer would end what is asked.
  const offers = isKnown && !isAsking
  useEffect(() => {
    if (!offers) return
    const leaving = new AbortController()
    let endsAt = 0
    function offerWhenDue() {
      if (Date.now() < endsAt) return
      endsAt = Date.now() + offerMs
      void offer(leaving.signal).then((wasInVain) => {
        if (wasInVain) endsAt = 0
      })
    }
    offerWhenDue()
    const timer = setInterval(offerWhenDue, lookMs)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [offers])

  if (!isKnown) return null
  return (
    <Button size="large" className="w-full text-[15px]" disabled={isAsking} onClick={() => void ask()}>
      {t('byPasskey')}
    </Button>
  )
}
