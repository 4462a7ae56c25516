'use client'

import { useState } from 'react'
import { AskedButton } from '#components/organising/delete-dialog.tsx'
import { formatWeekday } from '#components/settings/reading/week-hours.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { DigestItem } from '#lib/api/outputs/digests.ts'
import { formatFullHour } from '#lib/text/format.ts'
import { useDeleteDigest, useSwitchDigest } from '#lib/queries/outputs.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { DigestForm } from './digest-form.tsx'
import { valueOfPlace } from './place-value.ts'
import { usePlaces } from './use-places.ts'

type DigestRowProps = { readonly digest: DigestItem }

/** One digest: when it comes, how the last one went, and what can be done with it. */
export function DigestRow({ digest }: DigestRowProps) {
  const t = useWords('outputs')
  const locale = useLocale()
  const [isEdited, setEdited] = useState(false)
  const { nameOf } = usePlaces(false)
  const { name, place, rhythm, weekday, zone } = digest
  const hour = formatFullHour(digest.hour)
  const when =
    rhythm === 'daily'
      ? t('dailyAt', { hour, zone })
      : t('weeklyAt', { day: formatWeekday(weekday, locale), hour, zone })
  return (
    <li aria-label={name} className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <OnBox digest={digest} />
        <div className="min-w-0 flex-1 basis-60">
          <p dir="auto" className="font-[580] wrap-anywhere">
            {name}
          </p>
          <p className="text-12 text-ink-3">
            {[nameOf(valueOfPlace(place)), when].filter(Boolean).join(' · ')}
          </p>
          <p className="text-12 text-ink-3">
            <LastLine digest={digest} />
          </p>
          {place.isGone && <p className="text-12 text-broken">{t('digestGone')}</p>}
        </div>
        <DigestActs digest={digest} onEdit={() => setEdited(true)} />
      </div>
      {isEdited && <DigestForm digest={digest} onClose={() => setEdited(false)} />}
    </li>
  )
}

function LastLine({ digest: { last, nextAt, isOn } }: DigestRowProps) {
  const t = useWords('outputs')
  const next = isOn ? t.rich('next', { at: () => <Time at={nextAt} show="absolute" /> }) : null
  if (last === null) return next
  const at = () => <Time at={last.at} />
  return (
    <>
      {last.outcome === 'sent' && t.rich('lastSent', { at, count: last.postings })}
      {last.outcome === 'empty' && t.rich('lastEmpty', { at })}
      {last.outcome === 'failed' && t.rich('lastFailed', { at })}
      {last.outcome === 'under-way' && t('lastUnderWay')}
      {next !== null && ' · '}
      {next}
    </>
  )
}

function OnBox({ digest: { id, name, isOn } }: DigestRowProps) {
  const t = useWords('outputs')
  const change = useSwitchDigest()
  return (
    <Checkbox
      aria-label={t('onOf', { name })}
      checked={isOn}
      className="pt-0.5 pointer-coarse:min-w-11"
      onChange={({ target }) =>
        change.mutate({ id, isOn: target.checked }, { onError: (error) => showError(t('notSaved'), error) })
      }
    />
  )
}

function DigestActs({ digest: { id, name }, onEdit }: DigestRowProps & { readonly onEdit: () => void }) {
  const t = useWords('outputs')
  const remove = useDeleteDigest()
  const onError = (error: unknown) => showError(t('notSaved'), error)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <AskedButton
        variant="danger"
        title={t('deleteOf', { name })}
        hint={t('deleteDigestHint')}
        button={t('delete')}
        onDelete={() => void remove.mutateAsync(id).then(() => showToast(t('deleted', { name })), onError)}
      />
    </div>
  )
}
