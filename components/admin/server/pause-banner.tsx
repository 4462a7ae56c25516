'use client'

import { Button } from '#components/ui/form/button.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings, useServerSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** On all pages of the admin, while nothing is polled. */
export function PauseBanner() {
  const t = useWords('admin')
  const settings = useServerSettings()
  const change = useChangeSettings()
  return (
    <div role="status">
      {settings.data?.isPaused === true && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-paper px-10 py-2.5 max-sm:px-4">
          <p className="min-w-0 flex-1 basis-80 font-[550]">{t('allPaused')}</p>
          <Button
            size="small"
            variant="solid"
            disabled={change.isPending}
            onClick={() =>
              change.mutate(
                { isPaused: false },
                { onError: (error) => showError(t('pollingNotChanged'), error) },
              )
            }
          >
            {t('resumePolling')}
          </Button>
        </div>
      )}
    </div>
  )
}
