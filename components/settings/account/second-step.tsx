'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import {
  useBeginSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
  useSwitchOffSecondFactor,
} from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AppSetup } from '#components/settings/apps/app-setup.tsx'
import { PasswordPrompt } from '#components/accounts/password-prompt.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Switching the second step of signing in on and off, and its recovery codes. */
export function SecondStep() {
  const t = useWords('settings')
  const state = useSecondFactor()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (state.isPending) return <Waiting rows={1} rowHeight={46} />
  if (state.isError)
    return (
      <Failed
        title={t('secondStepFailed')}
        error={state.error}
        onRetry={() => void state.refetch()}
        className="px-0"
      />
    )
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
  if (!state.data.isOn) return <SwitchedOff onCodes={setCodes} />
  return (
    <>
      <p className="mb-3">{t('secondStepIsOn', { count: state.data.recoveryCodesLeft })}</p>
      <SwitchedOn onCodes={setCodes} />
    </>
  )
}

type WithCodes = { readonly onCodes: (codes: readonly string[]) => void }

function SwitchedOff({ onCodes }: WithCodes) {
  const t = useWords('settings')
  const [isAsked, setAsked] = useState(false)
  const begin = useBeginSecondFactor()
  const stop = () => {
    setAsked(false)
    begin.reset()
  }
  if (begin.data !== undefined) return <AppSetup secret={begin.data} onCodes={onCodes} onCancel={stop} />
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t('setUp')}</Button>
  return (
    <PasswordPrompt
      action={t('goOn')}
      isBusy={begin.isPending}
      error={begin.error}
      onSubmit={(password) => begin.mutate(password)}
      onCancel={stop}
    />
  )
}

function SwitchedOn({ onCodes }: WithCodes) {
  const t = useWords('settings')
  const [asked, setAsked] = useState<'codes' | 'off' | null>(null)
  const renew = useRenewRecoveryCodes(({ codes }) => onCodes(codes))
  const switchOff = useSwitchOffSecondFactor(() => showToast(t('secondStepSwitchedOff')))
  const stop = () => {
    setAsked(null)
    renew.reset()
    switchOff.reset()
  }
  if (asked === 'codes')
    return (
      <PasswordPrompt
        action={t('newCodes')}
        isBusy={renew.isPending}
        error={renew.error}
        onSubmit={(password) => renew.mutate(password)}
        onCancel={stop}
      />
    )
  if (asked === 'off')
    return (
      <PasswordPrompt
        action={t('switchOff')}
        isDangerous
        isBusy={switchOff.isPending}
        error={switchOff.error}
        onSubmit={(password) => switchOff.mutate(password)}
        onCancel={stop}
      />
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsked('codes')}>{t('newCodes')}</Button>
      <Button variant="danger" onClick={() => setAsked('off')}>
        {t('switchOff')}
      </Button>
    </div>
  )
}
