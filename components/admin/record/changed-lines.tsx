'use client'

import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useRevert } from '#lib/queries/admin/users.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ChangedLine } from './changed-line.tsx'
import type { AuditItem } from '#lib/api/server/audit.ts'

/** The change that an entry of the log tells, from what to what, and the way back. */
export function ChangedLines({ entry }: { readonly entry: AuditItem }) {
  const t = useWords('admin')
  const revert = useRevert()
  if (entry.changed.length === 0) return null
  return (
    <div className="text-12 whitespace-normal text-ink-2">
      <ul>
        {entry.changed.map((line) => (
          <li key={line.name} className="break-words">
            <ChangedLine line={line} />
          </li>
        ))}
      </ul>
      {entry.isReverted && <p className="text-ink-3">{t('isTakenBack')}</p>}
      {entry.canRevert && (
        <Button
          size="small"
          className="mt-1"
          disabled={revert.isPending}
          onClick={() =>
            revert.mutate(entry.id, {
              onSuccess: () => showToast(t('changeTakenBack')),
              onError: (error) => showError(t('notTakenBack'), error),
            })
          }
        >
          {t('takeBack')}
        </Button>
      )}
    </div>
  )
}
