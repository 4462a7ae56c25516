'use client'

import type { SignUpMode } from '#lib/api/server/admin.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

const effects = {
  open: 'signUpOpenEffect',
  invitation: 'signUpInvitationEffect',
  closed: 'signUpClosedEffect',
} as const

/** In force as soon as it is chosen. */
export function SignUpChoice({ signUp }: { readonly signUp: SignUpMode }) {
  const t = useWords('admin')
  const options = [
    { value: 'open', label: t('signUpOpen') },
    { value: 'invitation', label: t('signUpInvitation') },
    { value: 'closed', label: t('signUpClosed') },
  ] as const
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.signUp ?? signUp) : signUp
  return (
    <>
      <Segmented
        label={t('signUp')}
        value={shown}
        options={options}
        onChange={(next) =>
          change.mutate({ signUp: next }, { onError: (error) => showError(t('signUpNotChanged'), error) })
        }
      />
      <p aria-live="polite" className="mt-2 text-ink-2">
        {t(effects[shown])}
      </p>
    </>
  )
}
