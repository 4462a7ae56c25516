'use client'

import { useState } from 'react'
import { AskedButton } from '#components/organising/delete-dialog.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { serviceOf } from '#lib/api/integrations/integration-fields.ts'
import type { IntegrationItem } from '#lib/api/integrations/integrations.ts'
import { useDeleteIntegration, useSaveIntegration, useTestIntegration } from '#lib/queries/integrations.ts'
import { ApiFailure } from '#lib/queries/requests/request.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { IntegrationForm } from './integration-form.tsx'

type IntegrationRowProps = { readonly integration: IntegrationItem }

/** One account at a service, and what can be done with it. */
export function IntegrationRow({ integration }: IntegrationRowProps) {
  const t = useWords('integrations')
  const [isEdited, setEdited] = useState(false)
  const { name, kind, url, username, isLocked, isPaused, lastSentAt } = integration
  return (
    <li aria-label={name} className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-2 font-[580]">
            <bdi className="wrap-anywhere">{name}</bdi>
            <Tag>{serviceOf(kind).name}</Tag>
          </p>
          <p className="truncate text-12 text-ink-3">
            <bdi>{[url, username].filter((part) => part !== null).join(' · ')}</bdi>
          </p>
          <p className="text-12 text-ink-3">
            {lastSentAt === null
              ? t('neverSent')
              : t.rich('lastSent', { at: () => <Time at={lastSentAt} /> })}
          </p>
          {isLocked && <p className="text-12 text-broken">{t('locked')}</p>}
          {isPaused && <p className="text-12 text-broken">{t('paused')}</p>}
        </div>
        <Acts integration={integration} onEdit={() => setEdited(true)} />
      </div>
      {isEdited && <IntegrationForm integration={integration} onClose={() => setEdited(false)} />}
    </li>
  )
}

/** The refusal of a service as an error: its words, and its status apart from them. */
function refusalOf(words: string | null, status: number | null): ApiFailure {
  return new ApiFailure('source_unreachable', words ?? '', status === null ? {} : { status })
}

function Acts({
  integration: { id, name, isPaused },
  onEdit,
}: IntegrationRowProps & { readonly onEdit: () => void }) {
  const t = useWords('integrations')
  const test = useTestIntegration()
  const remove = useDeleteIntegration()
  const save = useSaveIntegration()
  const onError = (error: unknown) => showError(t('notSaved'), error)
  const tryIt = () =>
    test.mutate(id, {
      onSuccess: ({ works, error, httpStatus }) => {
        if (works) showToast(t('works', { name }))
        else showError(t('worksNot', { name }), refusalOf(error, httpStatus))
      },
      onError: (error) => showError(t('notTested'), error),
    })
  return (
    <div className="flex flex-wrap gap-2">
      {isPaused && (
        <Button
          size="small"
          aria-label={t('switchOnOf', { name })}
          disabled={save.isPending}
          onClick={() => save.mutate({ id, change: { name } }, { onError })}
        >
          {t('switchOn')}
        </Button>
      )}
      <Button size="small" aria-label={t('testOf', { name })} disabled={test.isPending} onClick={tryIt}>
        {t('test')}
      </Button>
      <Button size="small" aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <AskedButton
        variant="danger"
        title={t('deleteOf', { name })}
        hint={t('deleteHint')}
        button={t('delete')}
        onDelete={() => void remove.mutateAsync(id).then(() => showToast(t('deleted', { name })), onError)}
      />
    </div>
  )
}
