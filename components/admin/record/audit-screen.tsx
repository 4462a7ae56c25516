'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { appRefusals } from '#lib/api/accounts/reader-apps.ts'
import { useActs } from '#lib/queries/admin/users.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { actWords, refusalWords } from './act-words.ts'
import { ChangedLines } from './changed-lines.tsx'
import type { AuditItem } from '#lib/api/server/audit.ts'

/** Sign-ins and acts of admins, newest first; of everybody, or by and upon one account. */
export function AuditScreen({ userId }: { readonly userId: string | null }) {
  const t = useWords('admin')
  const acts = useActs(userId)
  const entries = acts.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className="max-w-[960px] px-10 pb-16 max-sm:px-4">
      <PageHead title={t('audit')} description={t('auditLede')} />
      {acts.isPending && <Waiting rows={6} rowHeight={46} />}
      {acts.isError && (
        <Failed
          title={t('auditFailed')}
          error={acts.error}
          onRetry={() => void acts.refetch()}
          className="px-0"
        />
      )}
      {acts.isSuccess && entries.length === 0 && <p className="text-ink-3">{t('auditEmpty')}</p>}
      {entries.length > 0 && <Entries entries={entries} />}
      {acts.hasNextPage && (
        <Button
          size="small"
          className="mt-3"
          disabled={acts.isFetchingNextPage}
          onClick={() => void acts.fetchNextPage()}
        >
          {t('showMore')}
        </Button>
      )}
    </div>
  )
}

function Entries({ entries }: { readonly entries: readonly AuditItem[] }) {
  const t = useWords('admin')
  return (
    <Table>
      <caption className="sr-only">{t('audit')}</caption>
      <thead>
        <tr>
          <HeadCell>{t('act')}</HeadCell>
          <HeadCell className="max-lg:hidden">{t('actBy')}</HeadCell>
          <HeadCell className="max-lg:hidden">{t('actFrom')}</HeadCell>
          <HeadCell numeric>{t('actAt')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  )
}

function EntryRow({ entry }: { readonly entry: AuditItem }) {
  const t = useWords('admin')
  const actor = entry.actor?.email ?? t('nobody')
  const { subject } = entry
  const isOwn = subject === null || subject.id === entry.actor?.id
  const who = isOwn ? actor : t('actUpon', { actor, subject: subject.email })
  const from = entry.address ?? t('commandLine')
  const why = appRefusals.find((each) => entry.act === 'sign-in-failed' && each === entry.detail)
  const detail = why === undefined ? entry.detail : t(refusalWords[why])
  return (
    <tr>
      <Cell className="py-1.5 max-lg:w-full max-lg:max-w-0">
        <span className="block font-[550]">
          {entry.reverts === null ? t(actWords[entry.act]) : t('takenBack', { act: t(actWords[entry.act]) })}
        </span>
        <span className="block truncate text-12 text-ink-3 empty:hidden lg:max-w-96">
          {entry.changed.length === 0 ? detail : null}
        </span>
        <ChangedLines entry={entry} />
        <span className="block text-12 break-all whitespace-normal text-ink-3 lg:hidden">{who}</span>
        <span className="block text-12 text-ink-3 lg:hidden">{from}</span>
      </Cell>
      <Cell className="break-all max-lg:hidden">
        <span className="whitespace-normal">{who}</span>
      </Cell>
      <Cell className="text-ink-2 max-lg:hidden">{from}</Cell>
      <Cell numeric className="text-ink-2">
        <Time at={entry.at} />
      </Cell>
    </tr>
  )
}
