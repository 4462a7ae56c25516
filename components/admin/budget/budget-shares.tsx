'use client'

import Link from 'next/link'
import { useId, useState } from 'react'
import { budgetGroups } from '#lib/api/parts/choices.ts'
import type { BudgetGroup, BudgetSharesAnswer as Shares } from '#lib/api/server/budget.ts'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount, formatShare } from '#lib/text/format.ts'
import { useBudgetShares } from '#lib/queries/admin/budget.ts'
import type { MessageKey } from '#lib/words/areas.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const groupWords: Readonly<Record<BudgetGroup, MessageKey<'admin'>>> = {
  source: 'bySource',
  host: 'byHost',
  state: 'byState',
  folder: 'byFolder',
}
const stateWords: Readonly<Record<string, MessageKey<'admin'>>> = {
  kept: 'stateKept',
  broken: 'stateBroken',
  learning: 'stateLearning',
}

/** The sources, hosts, states or folders that take most of the budget, and how much of what it brings is theirs. */
export function BudgetShares() {
  const t = useWords('admin')
  const errorText = useErrorText()
  const [by, setBy] = useState<BudgetGroup>('source')
  const shares = useBudgetShares(by)
  const label = useId()
  return (
    <section aria-labelledby={label} className="border-b border-line py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id={label} className="font-[620] whitespace-nowrap">
          {t('whereThePollsGo')}
        </h3>
        <Select
          aria-label={t('groupBy')}
          value={by}
          onChange={(event) => setBy(budgetGroups.find((group) => group === event.target.value) ?? 'source')}
          className="ms-auto w-40"
        >
          {budgetGroups.map((group) => (
            <option key={group} value={group}>
              {t(groupWords[group])}
            </option>
          ))}
        </Select>
      </div>
      {shares.isPending && <p className="mt-2 text-ink-3">{t('workingOut')}</p>}
      {shares.isError && <p className="mt-2 text-broken">{errorText(shares.error)}</p>}
      {shares.data?.groups.length === 0 && <p className="mt-2 text-ink-3">{t('nothingPolled')}</p>}
      {shares.isSuccess && shares.data.groups.length > 0 && (
        <>
          <Groups shares={shares.data} />
          <p className="mt-1.5 text-12 text-ink-3">{t('gainHint')}</p>
        </>
      )}
    </section>
  )
}

function Groups({ shares }: { readonly shares: Shares }) {
  const t = useWords('admin')
  const locale = useLocale()
  const percent = (share: number) => formatShare(share, locale)
  const most = Math.max(...shares.groups.map(({ pollsShare }) => pollsShare), Number.MIN_VALUE)
  return (
    <table className="mt-2 w-full table-fixed tabular-nums">
      <caption className="sr-only">{t('sharesCaption')}</caption>
      <thead>
        <tr className="text-12 text-ink-3">
          <th scope="col" className="text-start font-medium">
            <span className="sr-only">{t('group')}</span>
          </th>
          <th scope="col" className="w-[92px] text-end font-medium">
            {t('columnPolls')}
          </th>
          <th scope="col" className="w-14 text-end font-medium">
            {t('shareOfGain')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.groups.map((group) => (
          <tr key={`${group.id ?? ''} ${group.name ?? ''}`} className="h-7 pointer-coarse:h-11">
            <th scope="row" className="pe-2 text-start font-[450]">
              <span dir="auto" className="block truncate text-as-parent">
                <GroupName group={group} by={shares.by} />
              </span>
            </th>
            <td
              className="text-end whitespace-nowrap"
              title={t('pollsOf', {
                polls: formatCount(Math.round(group.pollsPerDay), locale),
                sources: group.sources,
              })}
            >
              <span aria-hidden className="inline-block h-1.5 w-8 rounded-full bg-line align-middle">
                <span
                  className="block h-full rounded-full bg-ink-3"
                  style={{ width: `${(100 * group.pollsShare) / most}%` }}
                />
              </span>
              <span className="inline-block w-13">{percent(group.pollsShare)}</span>
            </td>
            <td className="text-end whitespace-nowrap text-ink-2">{percent(group.gainShare)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type GroupNameProps = { readonly group: Shares['groups'][number]; readonly by: BudgetGroup }

function GroupName({ group: { id, name }, by }: GroupNameProps) {
  const t = useWords('admin')
  if (id !== null)
    return (
      <Link href={`/sources/${id}`} className="hover:underline">
        {name}
      </Link>
    )
  if (name === null) return t('inNoFolder')
  const state = by === 'state' ? stateWords[name] : undefined
  return state === undefined ? name : t(state)
}
