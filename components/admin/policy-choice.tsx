'use client'

import { useId, useState } from 'react'
import type { ServerSettings } from '#lib/api/admin.ts'
import { Button } from '#components/ui/button.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

type Policy = ServerSettings['policy']

const policies = [
  { value: 'price', name: 'policyPrice', effect: 'policyPriceEffect' },
  { value: 'minimum-delay', name: 'policyMinimumDelay', effect: 'policyMinimumDelayEffect' },
  { value: 'mavsync', name: 'policyMavsync', effect: 'policyMavsyncEffect' },
  { value: 'uniform', name: 'policyUniform', effect: 'policyUniformEffect' },
] as const

/** Which policy spends the budget. Switching plans all sources anew and can be taken back. */
export function PolicyChoice({ policy }: { readonly policy: Policy }) {
  const t = useWords('admin')
  const common = useWords('common')
  const change = useChangeSettings()
  // The page may hold it twice: beside the list and in a sheet.
  const id = useId()
  const [wanted, setWanted] = useState<Policy | null>(null)
  const chosen = wanted ?? policy
  function nameOf(value: Policy) {
    const found = policies.find((each) => each.value === value)
    return found === undefined ? value : t(found.name)
  }
  function switchTo(next: Policy) {
    change.mutate(
      { policy: next },
      {
        onSuccess: () => {
          setWanted(null)
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
  return (
    <fieldset className="pt-3.5">
      <legend className="float-start mb-1.5 w-full text-[15px] leading-5 font-[620]">{t('policy')}</legend>
      <div className="clear-both space-y-2">
        {policies.map((each) => (
          <div key={each.value} className="grid grid-cols-[24px_1fr] pointer-coarse:min-h-11">
            <input
              id={`${id}-${each.value}`}
              type="radio"
              name={id}
              aria-describedby={`${id}-${each.value}-effect`}
              checked={chosen === each.value}
              onChange={() => setWanted(each.value)}
              className="mt-0.5 size-4 accent-ink"
            />
            <div>
              <label htmlFor={`${id}-${each.value}`} className="cursor-pointer font-[550]">
                {t(each.name)}
              </label>
              <p id={`${id}-${each.value}-effect`} className="text-12 text-ink-2">
                {t(each.effect)}
              </p>
            </div>
          </div>
        ))}
      </div>
      {chosen !== policy && (
        <div className="mt-3">
          <p className="text-12 text-ink-2">{t('plannedAnew')}</p>
          <div className="mt-2 flex gap-1.5">
            <Button size="small" variant="solid" disabled={change.isPending} onClick={() => switchTo(chosen)}>
              {t('switchTo', { policy: nameOf(chosen) })}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setWanted(null)}>
              {common('cancel')}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}
