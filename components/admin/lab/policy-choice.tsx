'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { policies, useSwitchPolicy, type Policy } from '#components/admin/shared/use-switch-policy.ts'

/** The policy that spends the budget. Switching plans all sources anew and can be taken back. */
export function PolicyChoice({ policy }: { readonly policy: Policy }) {
  const t = useWords('admin')
  const common = useWords('common')
  const { nameOf, switchTo, isSwitching } = useSwitchPolicy(policy)
  // The page may hold it twice: beside the list and in a sheet.
  const id = useId()
  const [wanted, setWanted] = useState<Policy | null>(null)
  const chosen = wanted ?? policy
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
            <Button
              size="small"
              variant="solid"
              disabled={isSwitching}
              onClick={() => switchTo(chosen, () => setWanted(null))}
            >
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
