'use client'

import { useId, useState } from 'react'
import type { ServerSettings } from '#lib/api/admin.ts'
import { Button } from '#components/ui/button.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'

type Policy = ServerSettings['policy']

const policies: readonly { readonly value: Policy; readonly name: string; readonly effect: string }[] = [
  {
    value: 'price',
    name: 'Price',
    effect: 'A source is polled when the postings expected to wait there are worth a poll.',
  },
  {
    value: 'minimum-delay',
    name: 'Minimum delay',
    effect: 'Polls are shared out each day and placed at the best hours (Sia & Cho).',
  },
  {
    value: 'mavsync',
    name: 'MAVSync',
    effect: 'Polls follow how much of each document’s window is new.',
  },
  { value: 'uniform', name: 'Uniform', effect: 'Every source gets the same polls, evenly spaced.' },
]

/** Which policy spends the budget. Switching plans all sources anew and can be taken back. */
export function PolicyChoice({ policy }: { readonly policy: Policy }) {
  const change = useChangeSettings()
  // The page may hold it twice: beside the list and in a sheet.
  const id = useId()
  const [wanted, setWanted] = useState<Policy | null>(null)
  const chosen = wanted ?? policy
  function nameOf(value: Policy) {
    return policies.find((each) => each.value === value)?.name ?? value
  }
  function switchTo(next: Policy) {
    change.mutate(
      { policy: next },
      {
        onSuccess: () => {
          setWanted(null)
          showToast(`Policy ${nameOf(next)}: all sources are planned anew`, {
            label: 'Undo',
            run: () =>
              change.mutate(
                { policy },
                { onError: (error) => showError(`The policy was not switched back. ${error.message}`) },
              ),
          })
        },
        onError: (error) => showError(`The policy was not switched. ${error.message}`),
      },
    )
  }
  return (
    <fieldset className="pt-3.5">
      <legend className="float-left mb-1.5 w-full text-[15px] leading-5 font-[620]">Policy</legend>
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
                {each.name}
              </label>
              <p id={`${id}-${each.value}-effect`} className="text-12 text-ink-2">
                {each.effect}
              </p>
            </div>
          </div>
        ))}
      </div>
      {chosen !== policy && (
        <div className="mt-3">
          <p className="text-12 text-ink-2">All sources are planned anew. Polls made so far stay.</p>
          <div className="mt-2 flex gap-1.5">
            <Button size="small" variant="solid" disabled={change.isPending} onClick={() => switchTo(chosen)}>
              Switch to {nameOf(chosen)}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setWanted(null)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}
