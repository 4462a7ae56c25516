'use client'

import type { ReactNode } from 'react'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useServerSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ServerSettings } from '#lib/api/server/admin.ts'

type WithServerSettingsProps = {
  /** The number of rows of the page that they make up, about. */
  readonly rows: number
  readonly children: (settings: ServerSettings) => ReactNode
}

/** A part that needs the server's settings, once they are there; until then room for it, or why they are not. */
export function WithServerSettings({ rows, children }: WithServerSettingsProps) {
  const t = useWords('admin')
  const settings = useServerSettings()
  if (settings.isPending) return <Waiting rows={rows} />
  if (settings.isSuccess) return children(settings.data)
  const retry = () => void settings.refetch()
  return <Failed title={t('settingsFailed')} error={settings.error} onRetry={retry} className="px-0" />
}
