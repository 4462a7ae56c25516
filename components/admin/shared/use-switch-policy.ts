import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ServerSettings } from '#lib/api/server/admin.ts'

export type Policy = ServerSettings['policy']

/** The policies that a server polls by, and what is said of each. */
export const policies = [
  { value: 'price', name: 'policyPrice', effect: 'policyPriceEffect' },
  { value: 'minimum-delay', name: 'policyMinimumDelay', effect: 'policyMinimumDelayEffect' },
  { value: 'mavsync', name: 'policyMavsync', effect: 'policyMavsyncEffect' },
  { value: 'uniform', name: 'policyUniform', effect: 'policyUniformEffect' },
] as const

/** Switches the live policy, which plans all sources anew, and offers to take that back. */
export function useSwitchPolicy(policy: Policy) {
  const t = useWords('admin')
  const common = useWords('common')
  const change = useChangeSettings()
  function nameOf(value: Policy) {
    const found = policies.find((each) => each.value === value)
    return found === undefined ? value : t(found.name)
  }
  function switchTo(next: Policy, onSwitched: () => void) {
    change.mutate(
      { policy: next },
      {
        onSuccess: () => {
          onSwitched()
          showToast(t('policySwitched', { policy: nameOf(next) }), {
            label: common('undo'),
            run: () =>
              change.mutate({ policy }, { onError: (error) => showError(t('policyNotBack'), error) }),
          })
        },
        onError: (error) => showError(t('policyNotSwitched'), error),
      },
    )
  }
  return { nameOf, switchTo, isSwitching: change.isPending }
}
