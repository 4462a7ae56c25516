'use client'

import type { SignUpMode } from '#lib/api/admin.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { showError } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'

const options = [
  { value: 'open', label: 'Open' },
  { value: 'invitation', label: 'By invitation' },
  { value: 'closed', label: 'Closed' },
] as const

const effects: Readonly<Record<SignUpMode, string>> = {
  open: 'Everybody who reaches this server may make an account.',
  invitation: 'Only who has an invitation may make an account.',
  closed: 'Nobody makes an account, except by the command on the server.',
}

/** In force as soon as it is chosen. */
export function SignUpChoice({ signUp }: { readonly signUp: SignUpMode }) {
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.signUp ?? signUp) : signUp
  return (
    <>
      <Segmented
        label="Sign-up"
        value={shown}
        options={options}
        onChange={(next) =>
          change.mutate(
            { signUp: next },
            { onError: (error) => showError(`Sign-up was not changed. ${error.message}`) },
          )
        }
      />
      <p aria-live="polite" className="mt-2 text-ink-2">
        {effects[shown]}
      </p>
    </>
  )
}
