'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useIntegrations } from '#lib/queries/integrations.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { IntegrationForm } from './integration-form.tsx'
import { IntegrationRow } from './integration-row.tsx'
import { SendLog } from './send-log.tsx'

/** The services that postings can be handed on to, and what was sent. */
export function IntegrationsScreen() {
  return (
    <>
      <Services />
      <SendLog />
    </>
  )
}

function Services() {
  const t = useWords('integrations')
  const integrations = useIntegrations()
  const [isNew, setNew] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setNew(true)}>
        {t('add')}
      </Button>
      {isNew && <IntegrationForm integration={null} onClose={() => setNew(false)} />}
      {integrations.isPending && <Waiting rows={2} rowHeight={60} />}
      {integrations.isError && (
        <Failed
          title={t('failed')}
          error={integrations.error}
          onRetry={() => void integrations.refetch()}
          className="px-0"
        />
      )}
      {integrations.data?.length === 0 && !isNew && (
        <Empty title={t('none')} className="px-0">
          {t('noneHint')}
        </Empty>
      )}
      <ul className="mt-4 empty:hidden">
        {integrations.data?.map((integration) => (
          <IntegrationRow key={integration.id} integration={integration} />
        ))}
      </ul>
    </>
  )
}
